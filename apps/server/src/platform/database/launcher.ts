import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Owner } from './files.ts';

/** Starts database programs; for root under another identity, which PostgreSQL requires. */
export interface Launcher {
  readonly kind: 'direct' | 'namespace' | 'user';
  /** Required owner of the program's files; undefined: the user of this process. */
  readonly owner: Owner | undefined;
  spawn(file: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
}

export interface Account extends Owner {
  name: string;
}

/** The operator's environment (PGDATA, PGPORT, LC_ALL, ...) must not influence the database. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const path = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
  return { PATH: path, LC_ALL: 'C', TZ: 'UTC', ...movedTime(process.env) };
}

/** The variables of libfaketime, if it is preloaded: server and database must have the same time. */
export function movedTime(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { LD_PRELOAD } = env;
  if (LD_PRELOAD === undefined || !/^[^\s:]*\/libfaketime\w*\.so\.1$/.test(LD_PRELOAD)) return {};
  const own = Object.entries(env).filter(([name]) => name.startsWith('FAKETIME'));
  return { LD_PRELOAD, ...Object.fromEntries(own) };
}

function base(options: SpawnOptions | undefined): SpawnOptions {
  return { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', env: cleanEnvironment(), ...options };
}

export function directLauncher(): Launcher {
  return {
    kind: 'direct',
    owner: undefined,
    spawn: (file, args, options) => spawn(file, args, base(options)),
  };
}

/**
 * Runs programs in a user namespace: root for the file system, an ordinary account for PostgreSQL.
 * Works in folders only root may enter. The account needs a name because initdb looks it up.
 */
export function namespaceLauncher(unshare: string, account: Account): Launcher {
  const disguise = ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
  return {
    kind: 'namespace',
    owner: { uid: 0, gid: 0 },
    spawn: (file, args, options) => spawn(unshare, [...disguise, file, ...args], base(options)),
  };
}

export function userLauncher({ uid, gid }: Owner): Launcher {
  return {
    kind: 'user',
    owner: { uid, gid },
    spawn: (file, args, options) => spawn(file, args, { ...base(options), uid, gid }),
  };
}

/** `nobody` where it exists, otherwise any account but root. */
export async function findAccount(passwdFile: string): Promise<Account | undefined> {
  const text = await readFile(passwdFile, 'utf8').catch(() => '');
  const accounts = text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) > 0)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  return accounts.find(({ name }) => name === 'nobody') ?? accounts[0];
}

/**
 * Runs a program to its end; one that cannot be started counts as failed. `output` is stdout and
 * stderr interleaved, trimmed at the end.
 */
export function run(launcher: Launcher, file: string, args: readonly string[]) {
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    const child = launcher.spawn(file, args);
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output: output.trimEnd() }));
  });
}
