import { readdir, readlink } from 'node:fs/promises';

/** Paths of the files in a folder that this process has open; none where there is no /proc. */
export async function listOpenFiles(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(`${folder}/`));
}
