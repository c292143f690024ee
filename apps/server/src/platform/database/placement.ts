import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type PostgresBinaries, shareBinaries } from './binaries.ts';
import { DatabaseStartError } from './errors.ts';
import { giveTo, type Owner, statOrNull } from './files.ts';
import {
  directLauncher,
  findAccount,
  type Launcher,
  namespaceLauncher,
  run,
  userLauncher,
} from './launcher.ts';

/** Properties of the machine that decide the placement; tests override some. */
export interface Machine {
  /** -1 where the system has no user ids. */
  uid: number;
  unshare: string;
  passwdFile: string;
  /** For copies when the database's account cannot enter root's folder. */
  sharedRoot: string;
}

export const thisMachine: Machine = {
  uid: process.getuid?.() ?? -1,
  unshare: 'unshare',
  passwdFile: '/etc/passwd',
  sharedRoot: '/var/lib/naru',
};

export interface Placement {
  launcher: Launcher;
  binaries: PostgresBinaries;
  /** The folder with `postgres` (the cluster): DATA_DIR itself unless only root may enter it. */
  home: string;
}

interface Request {
  dataDir: string;
  binaries: PostgresBinaries;
  machine: Machine;
  log: (line: string) => void;
}

const CLUSTER = 'postgres';

async function canEnter(launcher: Launcher, folder: string): Promise<boolean> {
  return (await run(launcher, '/bin/sh', ['-c', 'test -x "$1"', 'sh', folder])).ok;
}

async function canRun(launcher: Launcher, binaries: PostgresBinaries): Promise<boolean> {
  return (await run(launcher, binaries.postgres, ['--version'])).ok;
}

/** `postgres` in DATA_DIR is a plain folder (or missing), or a link to another home. */
async function currentHome(dataDir: string): Promise<string> {
  const path = join(dataDir, CLUSTER);
  const entry = await lstat(path).catch(() => null);
  if (!entry?.isSymbolicLink()) return dataDir;
  const target = resolve(dataDir, await readlink(path));
  const home = dirname(await realpath(target).catch(() => target));
  if (!(await statOrNull(home))) {
    throw new DatabaseStartError(
      'FOLDER_UNUSABLE',
      `The database files are gone: ${path} points to ${target}, which does not exist. Bring that folder back, or remove the link to start with an empty database.`,
    );
  }
  return home;
}

async function runnable(launcher: Launcher, request: Request): Promise<PostgresBinaries> {
  const { binaries, machine, log } = request;
  if (await canRun(launcher, binaries)) return binaries;
  const copy = await shareBinaries(binaries, machine.sharedRoot, log);
  const check = await run(launcher, copy.postgres, ['--version']);
  if (!check.ok) {
    throw new DatabaseStartError(
      'NOT_PERMITTED',
      `The built-in PostgreSQL cannot be run on this machine: ${check.output}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return copy;
}

/** Creates a home that every user may enter and links it from DATA_DIR. */
async function openHome(request: Request): Promise<string> {
  const { dataDir, machine } = request;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  // The random suffix keeps a new DATA_DIR at the same path from finding the data of an earlier
  // one.
  const home = join(machine.sharedRoot, `${hash}-${randomBytes(3).toString('hex')}`);
  await mkdir(home, { recursive: true });
  await chmod(machine.sharedRoot, 0o755);
  await chmod(home, 0o755);
  await symlink(join(home, CLUSTER), join(dataDir, CLUSTER));
  return home;
}

/** Root without user namespaces: runs the database as an ordinary account, in place if possible. */
async function asUser(owner: Owner, home: string, request: Request): Promise<Placement> {
  const { dataDir, log } = request;
  const launcher = userLauncher(owner);
  const binaries = await runnable(launcher, request);
  const existing = await statOrNull(join(home, CLUSTER));
  let ownHome = home;
  if (!(await canEnter(launcher, home))) {
    if (existing || home !== dataDir) {
      throw new DatabaseStartError(
        'NOT_PERMITTED',
        `The database cannot run as root here and its account may not enter ${home}. Allow user namespaces, or move DATA_DIR to a folder that every user may enter.`,
      );
    }
    ownHome = await openHome(request);
    log(
      `Only root may enter ${dataDir}, so the database files are in ${ownHome}; ${join(dataDir, CLUSTER)} points there. Include that folder in backups.`,
    );
  }
  if (existing && existing.uid !== owner.uid) {
    await giveTo(await realpath(join(home, CLUSTER)), owner);
  }
  return { launcher, binaries, home: ownHome };
}

/**
 * Decides which account runs the database and where its files are. Existing files stay with the
 * account that owns them.
 */
export async function choosePlacement(request: Request): Promise<Placement> {
  const { dataDir, binaries, machine, log } = request;
  const home = await currentHome(dataDir);
  if (machine.uid !== 0) return { launcher: directLauncher(), binaries, home };
  const existing = await statOrNull(join(home, CLUSTER));
  if (existing && existing.uid !== 0) {
    return asUser({ uid: existing.uid, gid: existing.gid }, home, request);
  }
  const account = await findAccount(machine.passwdFile);
  if (!account) {
    throw new DatabaseStartError(
      'NOT_PERMITTED',
      `PostgreSQL refuses to run as root and ${machine.passwdFile} names no other account. Add one, or start the server as a normal user.`,
    );
  }
  const disguised = namespaceLauncher(machine.unshare, account);
  if ((await canEnter(disguised, home)) && (await canRun(disguised, binaries))) {
    return { launcher: disguised, binaries, home };
  }
  log(
    `Started as root without user namespaces: the database runs as the account "${account.name}".`,
  );
  return asUser(account, home, request);
}
