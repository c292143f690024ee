import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../test-app.ts';

/** Puts a file with the name of an archive into BACKUP_DIR; returns the name. Not a real one: nothing reads it. */
export async function putArchive(
  { dataDir }: Pick<TestApp, 'dataDir'>,
  time = '20261122T190000Z',
  { reason = '', bytes = 5_000 } = {},
): Promise<string> {
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true });
  const name = `naru-${time}${reason}.tar.gz`;
  await writeFile(join(folder, name), Buffer.alloc(bytes, name));
  return name;
}
