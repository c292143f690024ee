import { LIMITS } from '@naru/contract/limits';

/** Counts the open streams of each member, in one process for all. */
export interface LiveSeats {
  /** False: the member has as many streams as it may have. */
  take(memberId: number): Promise<boolean> | boolean;
  give(memberId: number): void;
}

/** The streams of the members, by the process that holds them. */
export interface Seats {
  /** False: the member has as many streams as it may have. */
  take(memberId: number, holder: number): Promise<boolean> | boolean;
  give(memberId: number, holder: number): void;
  /** The process has ended. Returns the members whose streams it held. */
  release(holder: number): number[];
  count(memberId: number): number;
  /** Those with open streams. */
  members(): number[];
}

/** The streams of one server. */
export function createSeats() {
  const members = new Map<number, Map<number, number>>();

  function change(memberId: number, holder: number, by: number): void {
    const held = members.get(memberId) ?? new Map<number, number>();
    const left = (held.get(holder) ?? 0) + by;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
    if (held.size > 0) members.set(memberId, held);
    else members.delete(memberId);
  }

  function count(memberId: number): number {
    return [...(members.get(memberId)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
  }

  return {
    take(memberId: number, holder: number): boolean {
      if (count(memberId) >= LIMITS.streamsPerMember) return false;
      change(memberId, holder, 1);
      return true;
    },
    give: (memberId: number, holder: number): void => change(memberId, holder, -1),
    release(holder: number): number[] {
      const left: number[] = [];
      for (const [memberId, held] of members) {
        if (held.delete(holder)) left.push(memberId);
        if (held.size === 0) members.delete(memberId);
      }
      return left;
    },
    count,
    members: () => [...members.keys()],
  } satisfies Seats;
}

/** The streams of a server of one process. */
export function localSeats(seats: Seats = createSeats()): LiveSeats {
  return {
    take: (memberId) => seats.take(memberId, 0),
    give: (memberId) => seats.give(memberId, 0),
  };
}
