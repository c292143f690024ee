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

/** A subject whose share of a line is larger gives way to others. */
const LARGEST_SHARE = 1 / 8;
/** Fewer of a subject are never too many. */
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
