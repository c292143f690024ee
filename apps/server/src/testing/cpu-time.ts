import { setImmediate } from 'node:timers/promises';

/** Milliseconds of CPU that this process used for `run`, whatever else the machine does. */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** How many turns of the event loop others get while `work` is under way. */
export async function turnsGiven(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (; !isOver; turns += 1) await setImmediate();
  return turns;
}
