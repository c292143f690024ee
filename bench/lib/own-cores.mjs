import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const pin = (cores) => execFileSync('taskset', ['-apc', cores, String(process.pid)]);

/**
 * Gives this process, the sender of a load, half of the cores, and returns in `how` what starts a server
 * with its database on the other half: otherwise the sender would take the processor from what it
 * measures. With one core or without `taskset` nothing changes. `note` says which it is.
 */
export function ownCores(how) {
  const count = availableParallelism();
  const half = Math.floor(count / 2);
  const shared = {
    how,
    note: 'sender, server and database share the cores',
    release: () => undefined,
  };
  if (half === 0) return shared;
  try {
    pin(`${half}-${count - 1}`);
  } catch {
    return shared;
  }
  const args = ['-c', `0-${half - 1}`, process.execPath, ...how.args];
  return {
    how: { ...how, node: 'taskset', args },
    note: `server and database on ${half} of ${count} cores, the sender on the others`,
    release: () => pin(`0-${count - 1}`),
  };
}
