import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** Databases leave their parent's process group, so they are found by their working folder. */
function processesIn(folder) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => `${workingFolder(pid)}${sep}`.startsWith(folder + sep))
    .map(Number);
}

/** Disks that were mounted inside a folder. */
function mountsIn(folder) {
  if (process.platform !== 'linux') return [];
  const places = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return places.filter((place) => place.startsWith(folder + sep));
}

const IN_MEMORY = '/dev/shm';
const GIB = 2 ** 30;

function hasRoomInMemory() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === IN_MEMORY);
    const [, , kind, options = 'noexec'] = mount ?? [];
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return (
      kind === 'tmpfs' &&
      !options.split(',').includes('noexec') &&
      bavail * bsize >= 4 * GIB &&
      process.availableMemory() >= 8 * GIB
    );
  } catch {
    return false;
  }
}

/**
 * The parent folder for the files of a test run: in memory where there is plenty, else as always. The
 * run makes and drops hundreds of databases; a disk that has just deleted as many files takes many times
 * the CPU to make new ones. A TMPDIR that is set is used.
 */
export function testFilesParent() {
  return process.env.TMPDIR === undefined && hasRoomInMemory() ? IN_MEMORY : tmpdir();
}

/** Creates a folder for temporary files. `remove` ends the processes and the mounts that still use it. */
export function makeTempFolder(parent = tmpdir()) {
  const path = realpathSync(mkdtempSync(join(parent, 'naru-run-')));
  // The database may run as another account, which must be able to enter.
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => {
      for (const pid of processesIn(path)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has ended in the meantime.
        }
      }
      for (const place of mountsIn(path)) spawnSync('umount', ['-l', place]);
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
