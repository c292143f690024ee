import { LIMITS } from '@naru/contract/limits';

/** Counts the open streams of each member, in one process for all. */
export interface LiveSeats {
  /** False: the member has as many streams as it may have. */
  take(memberId: number): Promise<boolean> | boolean;
  give(memberId: number): void;
}

/** `holder` is the process whose streams are counted; they are forgotten when it ends. */
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

  return {
    take(memberId: number, holder: number): boolean {
      const taken = [...(members.get(memberId)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
      if (taken >= LIMITS.streamsPerMember) return false;
      change(memberId, holder, 1);
      return true;
    },
    give: (memberId: number, holder: number): void => change(memberId, holder, -1),
    forget(holder: number): void {
      for (const [memberId, held] of members) {
        held.delete(holder);
        if (held.size === 0) members.delete(memberId);
      }
    },
  };
}

/** The streams of a server of one process. */
export function localSeats(): LiveSeats {
  const seats = createSeats();
  return {
    take: (memberId) => seats.take(memberId, 0),
    give: (memberId) => seats.give(memberId, 0),
  };
}
