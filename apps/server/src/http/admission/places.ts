/** Whose request it is. */
export interface Subject {
  key: unknown;
  /** How many people it stands for: an address may be shared by many. */
  weight: number;
}

/** A request that waits for its place. */
export interface Waiting {
  /** Limits how much of a line one client can fill. Read only when the request must wait. */
  readonly subject: Subject;
  /** The place is taken for it. */
  start(): void;
  /** There is no place for it; its client may retry after this number of seconds. */
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

  /** The subject's requests in this line, divided by its weight. */
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

    /** The newest request of the subject whose share of the line is unfair to `newcomer`; null if there is none. */
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
  /** Most requests that may wait, however short their wait: each takes memory. */
  waiting: number;
  /** Up to this many may always wait, unless one was refused within the last second; none by default. */
  leastWaiting?: number;
  /** The longest wait in milliseconds. */
  waitMs: number;
  /** The longest wait during the second after a refusal: a longer line would not serve more requests. */
  overloadMs: number;
}

/** Weight of the newest time in the mean of all. */
const NEWEST = 0.05;
const RETRY_MOST_SECONDS = 30;
const RETRY_LEAST_SPREAD = 2;
const LATELY_MS = 1_000;
/** Checks of the line for expired waits are at least this share of the longest wait apart. */
const CHECK_SHARE = 1 / 8;

export type Places = ReturnType<typeof createPlaces>;

/**
 * Places for one kind of work, with two lines that take turns: requests that had a place before their body arrived,
 * and all others; each is first come, first served. A request is refused on arrival if its line is full, or if its
 * expected wait is longer than the longest wait.
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
  /** When a place was last taken or given back. */
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
    if (next < Number.POSITIVE_INFINITY) watch(Math.max(next, limits.waitMs * CHECK_SHARE));
  }

  /** Refuses a request that waits in this line or was about to enter it. */
  function refuse(waiting: Waiting, from: Line): void {
    leave(waiting);
    refusedAt.set(from, now());
    waiting.refuse(countRefusal());
  }

  /**
   * Counts a refusal and returns its Retry-After in seconds: a random time within which the present lines and the
   * recently refused requests can be served.
   */
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

  /**
   * Expected milliseconds between two starts while all places are taken; more while nothing has ended for longer
   * than usual.
   */
  const pace = () => Math.max(held, now() - changedAt) / Math.max(1, limits.atOnce);

  /** An empty line always accepts a request: otherwise an old mean time would never be corrected. */
  function isFull(own: Line): boolean {
    const size = own.size();
    if (size === 0) return limits.waiting === 0;
    const isOverloaded = now() - (refusedAt.get(own) ?? Number.NEGATIVE_INFINITY) < LATELY_MS;
    if (!isOverloaded && size < (limits.leastWaiting ?? 0)) return size >= limits.waiting;
    const starts = size + 1 + Math.min(size + 1, length() - size);
    const longest = isOverloaded ? limits.overloadMs : limits.waitMs;
    return size >= limits.waiting || starts * pace() > longest;
  }

  /**
   * Puts a request into a line; if the line is full, refuses it or a request of somebody with too much of the line.
   */
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

  /**
   * Gives the place to the next request; in a later turn if the last one gave it back at once, as a long line of
   * such requests would recurse too deeply.
   */
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

    /** Puts the request into the line; calls its `start` or `refuse`, the latter possibly at once. */
    wait: (waiting: Waiting) => enter(line, waiting),

    /** Like `wait`, in the line of those that had a place before. */
    waitAgain: (waiting: Waiting) => enter(returning, waiting),

    /** Leaves its line, for a client that is gone. */
    leave,

    /** Gives the place back after the work, which held it for this many milliseconds. */
    give(milliseconds: number): void {
      held += (milliseconds - held) * NEWEST;
      free();
    },

    /** Gives the place back before the work has begun. */
    giveBackUnused: free,

    count: () => ({ taken, waiting: length() }),

    /** Milliseconds for which requests have wanted a place and none got one. */
    starvedMs(): number {
      const isWanted = length() > 0 || now() - wantedAt <= limits.waitMs;
      return starvedSince === null || !isWanted ? 0 : now() - starvedSince;
    },
  };
}
