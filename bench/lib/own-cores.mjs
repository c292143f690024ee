import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const pin = (cores) => execFileSync('taskset', ['-apc', cores, String(process.pid)]);

/**
 * Gives this process, the sender of a load, half of the cores, and says how to start a server with its database
 * on the other half: a sender of many times the capacity would take the processor from what it measures.
 * `note` says so in words; where there is one core or no `taskset`, nothing changes and `how` is what was given.
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
