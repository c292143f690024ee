import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { addSeconds } from '../../platform/clock.ts';

const FILE = 'last-backup';
const MAX_BYTES = 64;
/** Clocks of the server and of the machine that made the backup may differ. */
const AHEAD_SECONDS = 24 * 60 * 60;

/**
 * When the last backup was made, as the backup command of docs/operations/backup.md noted it; null when it
 * noted nothing that can be read.
 */
export async function readLastBackup(dataDir: string, now: Date): Promise<Date | null> {
  const at = new Date((await readStart(join(dataDir, FILE))).trim());
  return Number.isNaN(at.getTime()) || at > addSeconds(now, AHEAD_SECONDS) ? null : at;
}

async function readStart(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
