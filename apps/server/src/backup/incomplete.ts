import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../platform/atomic-file.ts';

/** A file in DATA_DIR as long as a restore into it is not done. */
const FILE = 'restore-incomplete';

export async function markFolder(dataDir: string): Promise<void> {
  await writeFileAtomically(join(dataDir, FILE), 'npm run restore has not ended here.\n');
}

export const unmarkFolder = (dataDir: string): Promise<void> => rm(join(dataDir, FILE));

/** What is wrong with a folder in which a restore was interrupted; null for any other. */
export function incompleteFolder(dataDir: string): string | null {
  if (!existsSync(join(dataDir, FILE))) return null;
  return `a restore into ${dataDir} was interrupted. Remove postgres, postgres-password, files and ${FILE} from it, then run npm run restore again`;
}
