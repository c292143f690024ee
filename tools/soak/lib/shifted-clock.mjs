import { readFileSync } from 'node:fs';

/*
 * Preloaded into a server: its `Date` is ahead of the real one by the milliseconds in a file, which may change
 * at any time. `performance`, timers and the database keep their time, like on a machine whose clock is set.
 */
const LOOK_MS = 50;
const RealDate = Date;
const file = process.env.SOAK_CLOCK;
let ahead = 0;

function look() {
  try {
    ahead = Number(readFileSync(file, 'utf8'));
  } catch {
    // It is being written.
  }
}

const now = () => RealDate.now() + ahead;

if (file !== undefined) {
  look();
  setInterval(look, LOOK_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
