import { chmodSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
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

/** Creates a folder for temporary files. `remove` ends the processes that still use it. */
export function makeTempFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'naru-run-')));
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
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
