import { readDisk } from '../platform/disk-space.ts';
import { BackupError } from './errors.ts';

const MEGABYTE = 1_000_000;
const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`;

/**
 * Throws BackupError unless the disk of the folder has `needed` bytes; passes where the system does not say. `look`
 * reads the free space.
 */
export async function requireSpace(
  folder: string,
  needed: number,
  look: typeof readDisk = readDisk,
): Promise<void> {
  const disk = await look(folder);
  if (disk === null || disk.free >= needed) return;
  throw new BackupError(
    `${folder} has ${megabytes(disk.free)} left and needs about ${megabytes(needed)}. Make room there, or enlarge the disk.`,
    { failure: 'DISK_FULL' },
  );
}
