import { chmod, mkdtemp, readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates an empty temporary data folder that any account may enter. Where user namespaces are
 * forbidden, root's database runs as another account and would otherwise keep its files elsewhere.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}

/** Paths of the files in a folder that this process has open; none where there is no /proc. */
export async function listOpenFiles(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(`${folder}/`));
}
