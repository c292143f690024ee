import { test as base, type Fixtures, startEngine } from '../engines/test.ts';
import { type Desktop, startDesktop } from './desktop.ts';
import { withHands } from './hands.ts';

export { expect } from '../engines/test.ts';

/** Opens a window for one person, signed in when a username is given. */
export type Open = Fixtures['open'];

let counter = 0;

/** A number that no other text of the run begins with; Latin letters cannot be typed. */
export function digits(): string {
  counter += 1;
  return `${process.env.TEST_WORKER_INDEX}${String(counter).padStart(3, '0')}`;
}

/** Journeys in a window on a desktop, whose keys come through the input method. */
export const test = base.extend<object, { desktop: Desktop }>({
  desktop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      const desktop = await startDesktop();
      await use(desktop);
      await desktop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  engine: [
    async ({ engineName, desktop }, use) => {
      const engine = await startEngine(engineName, desktop.env);
      await use(withHands(engine, desktop));
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
