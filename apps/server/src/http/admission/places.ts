/** Whose request it is. */
export interface Subject {
  key: unknown;
  /** For how many it counts: behind one address may be many people. */
  weight: number;
}

/** A request that waits for its place. */
export interface Waiting {
  /** Those of one subject never crowd out others. Read only when it waits. */
  readonly subject: Subject;
  /** The place is taken for it. */
  start(): void;
  /** It gets none, after this number of seconds it may ask again. */
  refuse(retryAfter: number): void;
}

/** A subject with a larger share of a line loses its newest request to a newcomer. */
const LARGEST_SHARE = 1 / 8;
/** A subject with at most this many requests in a line never loses one. */
const ALWAYS_FAIR = 4;

export type Line = ReturnType<typeof createLine>;

/** Requests in the order of their arrival, and how many of them each subject has. */
export function createLine() {
  /** With the time since when they wait. */
  const entries = new Map<Waiting, number>();
  const counts = new Map<unknown, number>();
  /** No subject has a larger share. */
  let largest = 0;

  /** Requests of a subject, for each of those it counts for. */
  const shareOf = ({ key, weight }: Subject) => (counts.get(key) ?? 0) / weight;

  return {
    size: () => entries.size,
    first: () => entries.keys().next().value,
    entries: () => [...entries],

    add(waiting: Waiting, time: number): void {
      const { subject } = waiting;
      entries.set(waiting, time);
      counts.set(subject.key, (counts.get(subject.key) ?? 0) + 1);
      largest = Math.max(largest, shareOf(subject));
    },

    /** Returns whether it was in the line. */
    remove(waiting: Waiting): boolean {
      if (!entries.delete(waiting)) return false;
      const { key } = waiting.subject;
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
      return true;
    },

    /** The newest request of the subject that has too much of the line for this one; null when none has. */
    findCrowding(newcomer: Waiting): Waiting | null {
      const share = entries.size * LARGEST_SHARE;
      const fair = Math.max(ALWAYS_FAIR, share, shareOf(newcomer.subject));
      if (largest <= fair) return null;
      let crowding: Waiting | null = null;
      largest = 0;
      for (const waiting of entries.keys()) {
        const own = shareOf(waiting.subject);
        if (own >= largest) [crowding, largest] = [waiting, own];
      }
      return largest > fair ? crowding : null;
    },
  };
}

/** How much of one kind of work is done at once, and how much of it may wait. */
export interface PlaceLimits {
  /** Requests that are worked at. */
  atOnce: number;
  /** Requests that wait for a place in a line, whatever their time: each holds some memory. */
  waiting: number;
  /** So many may wait whatever the pace is, unless a request was refused within a second; none by default. */
  leastWaiting?: number;
  /** The longest wait in milliseconds. */
  waitMs: number;
  /** The same for a second after each refusal: a longer line would serve nobody more. */
  overloadMs: number;
}

/** Weight of the newest time in the mean of all. */
const NEWEST = 0.05;
const RETRY_MOST_SECONDS = 30;
const RETRY_LEAST_SPREAD = 2;
const LATELY_MS = 1_000;
/** Share of the longest wait between two looks for those who have waited so long. */
const LOOK = 1 / 8;

export type Places = ReturnType<typeof createPlaces>;

/**
 * Places for one kind of work and two lines before them that take turns: one of those that had a place
 * before their body came, and one of all others. In each the first one comes first. A request is refused
 * when it arrives if its line is full or would, by the time that a place is held, take longer than the
 * longest wait.
 */
export function createPlaces(limits: PlaceLimits, now = () => performance.now()) {
  let taken = 0;
  const line = createLine();
  const returning = createLine();
  /** When a line last had to refuse. */
  const refusedAt = new Map<Line, number>();
  let wasReturning = false;
  /** Mean milliseconds for which a place is held. */
  let held = 0;
  /** When a place was last taken or given: everything that runs has run since. */
  let changedAt = 0;
  let isStarting = false;
  let isWatched = false;
  /** Since when somebody wants a place and none was taken or given back; null when nobody does. */
  let starvedSince: number | null = null;
  let wantedAt = 0;
  /** Refusals of this second and of the one before. */
  let lately = { since: 0, count: 0, before: 0 };

  const length = () => line.size() + returning.size();

  function leave(waiting: Waiting): void {
    for (const one of [line, returning]) one.remove(waiting);
  }

  function watch(milliseconds: number): void {
    isWatched = true;
    setTimeout(endLateOnes, Math.ceil(milliseconds)).unref();
  }

  function endLateOnes(): void {
    isWatched = false;
    const time = now();
    let next = Number.POSITIVE_INFINITY;
    for (const one of [returning, line]) {
      for (const [waiting, since] of one.entries()) {
        const left = since + limits.waitMs - time;
        if (left <= 0) refuse(waiting, one);
        else next = Math.min(next, left);
      }
    }
    if (next < Number.POSITIVE_INFINITY) watch(Math.max(next, limits.waitMs * LOOK));
  }

  /** Refuses a request that waits in this line or came for it. */
  function refuse(waiting: Waiting, from: Line): void {
    leave(waiting);
    refusedAt.set(from, now());
    waiting.refuse(countRefusal());
  }

  /** Returns after how many seconds to ask again: until now's lines and those refused lately are through. */
  function countRefusal(): number {
    const time = now();
    const age = time - lately.since;
    if (age >= LATELY_MS) {
      lately = { since: time, count: 0, before: age < 2 * LATELY_MS ? lately.count : 0 };
    }
    lately.count += 1;
    const ahead = length() + Math.max(lately.count, lately.before);
    const spread = Math.max(RETRY_LEAST_SPREAD, Math.ceil((ahead * pace()) / 1_000));
    return 1 + Math.floor(Math.random() * Math.min(RETRY_MOST_SECONDS, spread));
  }

  /** Milliseconds between two starts while all places are taken; nobody may have ended for longer than usual. */
  const pace = () => Math.max(held, now() - changedAt) / Math.max(1, limits.atOnce);

  /** A line that is empty always takes one: otherwise a time of long ago would stay for ever. */
  function isFull(own: Line): boolean {
    const size = own.size();
    if (size === 0) return limits.waiting === 0;
    const isOverloaded = now() - (refusedAt.get(own) ?? Number.NEGATIVE_INFINITY) < LATELY_MS;
    if (!isOverloaded && size < (limits.leastWaiting ?? 0)) return size >= limits.waiting;
    const starts = size + 1 + Math.min(size + 1, length() - size);
    const longest = isOverloaded ? limits.overloadMs : limits.waitMs;
    return size >= limits.waiting || starts * pace() > longest;
  }

  /** Enters a line, if need be instead of a request of somebody who has too much of it. */
  function enter(own: Line, waiting: Waiting): void {
    wantedAt = now();
    starvedSince ??= wantedAt;
    if (isFull(own)) {
      const crowding = own.findCrowding(waiting);
      refuse(crowding ?? waiting, own);
      if (crowding === null) return;
    }
    own.add(waiting, now());
    if (!isWatched) watch(limits.waitMs);
  }

  /** Gives a place to the next one; later if that was given back at once, as a long line may be of such. */
  function free(): void {
    changedAt = now();
    starvedSince = null;
    if (isStarting) setImmediate(startNext);
    else startNext();
  }

  function startNext(): void {
    wasReturning = returning.size() > 0 && (!wasReturning || line.size() === 0);
    const next = (wasReturning ? returning : line).first();
    if (next === undefined) {
      taken -= 1;
      return;
    }
    leave(next);
    if (length() > 0) starvedSince = now();
    isStarting = true;
    try {
      next.start();
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
    wait: (waiting: Waiting) => enter(line, waiting),

    /** Like `wait`, in the line of those that had a place before. */
    waitAgain: (waiting: Waiting) => enter(returning, waiting),

    /** Leaves its line, for a client that is gone. */
    leave,

    /** Gives the place back after the work is done, for which it was held so many milliseconds. */
    give(milliseconds: number): void {
      held += (milliseconds - held) * NEWEST;
      free();
    },

    /** Gives the place back before the work has begun. */
    giveBackUnused: free,

    count: () => ({ taken, waiting: length() }),

    /** Returns for how many milliseconds requests have come for a place of which none has got one. */
    starvedMs(): number {
      const isWanted = length() > 0 || now() - wantedAt <= limits.waitMs;
      return starvedSince === null || !isWanted ? 0 : now() - starvedSince;
    },
  };
}
