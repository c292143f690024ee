import { setImmediate } from 'node:timers/promises';

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
