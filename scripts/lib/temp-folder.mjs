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

/** Databases leave their parent's process group; they are found by the folder they work in. */
function processesIn(folder) {
  if (process.platform !== 'linux') {
    return [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => `${workingFolder(pid)}${sep}`.startsWith(folder + sep))
    .map(Number);
}

/** A folder for everything temporary of one run. `remove` ends what still works in it. */
export function makeTempFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'naru-run-')));
  // The database may run as another user, who must be able to pass through.
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => {
      for (const pid of processesIn(path)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Ended by itself in the meantime.
        }
      }
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
