import type { Db } from '../db/client.ts';
import type { Clock } from './clock.ts';
import type { Live } from './live/live.ts';
import type { Log } from './log.ts';
import type { Seal } from './seal.ts';
import type { Throttle } from './throttle.ts';

/** What the platform offers to every service; each takes its part: `Pick<Tools, 'db' | 'clock'>`. */
export interface Tools {
  db: Db;
  clock: Clock;
  seal: Seal;
  live: Live;
  log: Log;
  throttle: Throttle;
}
