/** How much of one kind of work is done at once, and how much of it may wait. */
export interface PlaceLimits {
  /** Requests that are worked at. */
  atOnce: number;
  /** Requests that wait for a place, whatever their time: each holds some memory. */
  waiting: number;
  /** The longest wait in milliseconds. */
  waitMs: number;
  /** The same from the first refusal on until nobody waits: a longer line would serve nobody more. */
  overloadMs: number;
}

/** A request that waits for its place. */
export interface Waiting {
  /** Whose request it is: those of one subject never crowd out others. Read only when it matters. */
  readonly subject: unknown;
  /** The place is taken for it. */
  start(): void;
  /** It gets none, after this number of seconds it may ask again. */
  refuse(retryAfter: number): void;
}

interface Entry {
  waiting: Waiting;
  since: number;
}

/** Weight of the newest time in the mean of all. */
const NEWEST = 0.05;
/** A subject that has more than this share of a full line gives way to others. */
const LARGEST_SHARE = 1 / 8;
/** Fewer of a subject are never too many. */
const ALWAYS_FAIR = 4;
const RETRY_MOST_SECONDS = 30;
const RETRY_LEAST_SPREAD = 2;
const LATELY_MS = 1_000;
/** Share of the longest wait between two looks for those who have waited so long. */
const LOOK = 1 / 8;

export type Places = ReturnType<typeof createPlaces>;

/**
 * Places for one kind of work and the line before them, first come, first served. A request is refused
 * when it arrives if the line is full or would, by the time that a place is held, take longer than the
 * longest wait.
 */
export function createPlaces(limits: PlaceLimits, now = () => performance.now()) {
  let taken = 0;
  /** Those that had a place before, and the others. */
  const returning = new Map<Waiting, Entry>();
  const line = new Map<Waiting, Entry>();
  const waitingOf = new Map<unknown, number>();
  /** No subject has more requests in the line. */
  let mostOfOne = 0;
  /** Mean milliseconds for which a place is held. */
  let held = 0;
  /** When a place was last taken or given: everything that runs has run since. */
  let changedAt = 0;
  let isOverloaded = false;
  let isStarting = false;
  let isWatched = false;
  /** Refusals of this second and of the one before. */
  let lately = { since: 0, count: 0, before: 0 };

  const length = () => line.size + returning.size;

  function add(to: Map<Waiting, Entry>, waiting: Waiting): void {
    to.set(waiting, { waiting, since: now() });
    const count = (waitingOf.get(waiting.subject) ?? 0) + 1;
    waitingOf.set(waiting.subject, count);
    mostOfOne = Math.max(mostOfOne, count);
    if (!isWatched) watch(limits.waitMs);
  }

  function remove(waiting: Waiting): void {
    if (!line.delete(waiting) && !returning.delete(waiting)) return;
    const left = (waitingOf.get(waiting.subject) ?? 1) - 1;
    if (left > 0) waitingOf.set(waiting.subject, left);
    else waitingOf.delete(waiting.subject);
    if (length() === 0) isOverloaded = false;
  }

  function watch(milliseconds: number): void {
    isWatched = true;
    setTimeout(endLateOnes, Math.ceil(milliseconds)).unref();
  }

  function endLateOnes(): void {
    isWatched = false;
    const time = now();
    let next = Number.POSITIVE_INFINITY;
    for (const { waiting, since } of [...returning.values(), ...line.values()]) {
      const left = since + limits.waitMs - time;
      if (left <= 0) refuse(waiting);
      else next = Math.min(next, left);
    }
    if (next < Number.POSITIVE_INFINITY) watch(Math.max(next, limits.waitMs * LOOK));
  }

  function refuse(waiting: Waiting): void {
    remove(waiting);
    waiting.refuse(countRefusal());
  }

  /** Returns after how many seconds to ask again: until now's line and those refused lately are through. */
  function countRefusal(): number {
    const time = now();
    const age = time - lately.since;
    if (age >= LATELY_MS) {
      lately = { since: time, count: 0, before: age < 2 * LATELY_MS ? lately.count : 0 };
    }
    lately.count += 1;
    isOverloaded = length() > 0;
    const ahead = length() + Math.max(lately.count, lately.before);
    const spread = Math.max(RETRY_LEAST_SPREAD, Math.ceil((ahead * pace()) / 1_000));
    return 1 + Math.floor(Math.random() * Math.min(RETRY_MOST_SECONDS, spread));
  }

  /** Milliseconds between two starts while all places are taken; nobody may have ended for longer than usual. */
  const pace = () => Math.max(held, now() - changedAt) / Math.max(1, limits.atOnce);

  /** A line that is empty always takes one: otherwise a time of long ago would stay for ever. */
  function isFull(): boolean {
    const ahead = length();
    if (ahead === 0) return limits.waiting === 0;
    const longest = isOverloaded ? limits.overloadMs : limits.waitMs;
    return ahead >= limits.waiting || (ahead + 1) * pace() > longest;
  }

  /** The newest request of the subject that has too much of the line; null when none has. */
  function findCrowding(newcomer: Waiting): Waiting | null {
    const fair = Math.max(ALWAYS_FAIR, length() * LARGEST_SHARE);
    if (mostOfOne <= fair) return null;
    const most = Math.max(fair, waitingOf.get(newcomer.subject) ?? 0);
    let crowding: unknown;
    mostOfOne = 0;
    for (const [one, count] of waitingOf) {
      if (count > mostOfOne) [crowding, mostOfOne] = [one, count];
    }
    if (mostOfOne <= most) return null;
    return [...line.keys()].findLast((waiting) => waiting.subject === crowding) ?? null;
  }

  /** Gives a place to the next one; later if that was given back at once, as a long line may be of such. */
  function free(): void {
    changedAt = now();
    if (isStarting) setImmediate(startNext);
    else startNext();
  }

  function startNext(): void {
    const next = (returning.size > 0 ? returning : line).keys().next();
    if (next.done === true) {
      taken -= 1;
      return;
    }
    remove(next.value);
    isStarting = true;
    try {
      next.value.start();
    } finally {
      isStarting = false;
    }
  }

  return {
    limits,

    /** Takes a place if one is free and nobody waits. */
    take(): boolean {
      if (taken >= limits.atOnce || length() > 0) return false;
      taken += 1;
      changedAt = now();
      return true;
    },

    /** Enters the line; calls `start` or `refuse` of it, the latter also at once. */
    wait(waiting: Waiting): void {
      if (isFull()) {
        const crowding = limits.waiting > 0 ? findCrowding(waiting) : null;
        if (crowding === null) {
          waiting.refuse(countRefusal());
          return;
        }
        refuse(crowding);
      }
      add(line, waiting);
    },

    /** Like `wait`, before all that had no place yet; refused only beyond twice the limit. */
    waitAgain(waiting: Waiting): void {
      if (length() >= 2 * limits.waiting + limits.atOnce) waiting.refuse(countRefusal());
      else add(returning, waiting);
    },

    /** Leaves the line, for a client that is gone. */
    leave: remove,

    /** Gives the place back after the work is done, for which it was held so many milliseconds. */
    give(milliseconds: number): void {
      held += (milliseconds - held) * NEWEST;
      free();
    },

    /** Gives the place back before the work has begun. */
    lend: free,

    count: () => ({ taken, waiting: length() }),
  };
}
