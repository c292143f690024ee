import type { Log } from './log.ts';
import { overdueHolds } from './metrics/counters.ts';

/** How long something may be held before the watchdog gives it back, in milliseconds. */
const DEADLINE_MS = 60_000;

export interface Holding {
  /** What is held and by which route, for the log. */
  name: string;
  route?: string | undefined;
  /** Whether the request that it is held for is over. */
  isGone?: (() => boolean) | undefined;
  /** Gives it back after this many milliseconds of use; null if it was not used. */
  giveBack: (milliseconds: number | null) => void;
  /** Milliseconds until the watchdog gives it back; a minute by default. */
  deadlineMs?: number | undefined;
}

/** A scarce resource, such as a place, while somebody has it. */
export interface Hold extends Omit<Holding, 'deadlineMs'> {
  since: number;
  endsAt: number;
  /** Its deadline is part of normal work: the watchdog neither counts nor logs it. */
  isTimed: boolean;
}

export type Holds = ReturnType<typeof createHolds>;

/** All that is held; each is given back once. A watchdog ends those that are held too long. */
export function createHolds(now = () => performance.now()) {
  const all = new Set<Hold>();

  function giveBack(hold: Hold, milliseconds: number | null): void {
    if (all.delete(hold)) hold.giveBack(milliseconds);
  }

  function noteOverdue({ name, route, isGone }: Hold, milliseconds: number, log: Logger): void {
    overdueHolds.inc();
    const facts = { held: name, route, ms: Math.round(milliseconds), gone: isGone?.() };
    log.error(facts, 'the watchdog gave back what was held too long');
  }

  return {
    add({ name, route, isGone, giveBack, deadlineMs = DEADLINE_MS }: Holding): Hold {
      const since = now();
      const endsAt = since + deadlineMs;
      const hold: Hold = { name, route, isGone, giveBack, since, endsAt, isTimed: false };
      all.add(hold);
      return hold;
    },

    /** Gives it back after use. */
    end: (hold: Hold): void => giveBack(hold, now() - hold.since),

    giveBackUnused: (hold: Hold): void => giveBack(hold, null),

    /** Ends the hold this many milliseconds from now, which is no fault. */
    endAfter(hold: Hold, milliseconds: number): void {
      hold.endsAt = now() + milliseconds;
      hold.isTimed = true;
    },

    /** Gives back everything that is held beyond its deadline. */
    look(log: Logger): void {
      const time = now();
      for (const hold of [...all]) {
        if (hold.endsAt > time) continue;
        const milliseconds = time - hold.since;
        if (!hold.isTimed) noteOverdue(hold, milliseconds, log);
        giveBack(hold, hold.isTimed ? milliseconds : null);
      }
    },

    count: () => all.size,
  };
}

type Logger = Pick<Log, 'error'>;

/** Of this process. */
export const holds = createHolds();
