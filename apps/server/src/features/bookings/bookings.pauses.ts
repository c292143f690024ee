import { addSeconds, type Clock } from '../../platform/clock.ts';

/** After a pause of the site, how long nobody misses a check-in or an offer. */
const GRACE_SECONDS = 15 * 60;
/** How long before a start the site may have been off without a record of it. */
const UNRECORDED_SECONDS = 5 * 60;
/** Deadlines of earlier pauses were handled. */
const LOOK_BACK_SECONDS = 30 * 24 * 60 * 60;

type Gap = { since: Date; endedAt: Date };

export interface PauseDeps {
  clock: Clock;
  siteStatus: { listReadOnlyTimes(): Promise<Gap[]> };
  uptime: { listTimesOff(since: Date): Promise<Gap[]> };
}

/** A time in which members could not act, with the while after it in which late ones still count. */
export type Pause = { from: Date; until: Date };

/** Reads when the site was off or read-only; each start counts as the end of a pause. */
export function createPauses({ clock, siteStatus, uptime }: PauseDeps) {
  const startedAt = clock.now();
  const start = { since: addSeconds(startedAt, -UNRECORDED_SECONDS), endedAt: startedAt };
  return async (): Promise<Pause[]> => {
    const off = await uptime.listTimesOff(addSeconds(clock.now(), -LOOK_BACK_SECONDS));
    const gaps = [start, ...off, ...(await siteStatus.listReadOnlyTimes())];
    return merge(
      gaps.map((gap) => ({ from: gap.since, until: addSeconds(gap.endedAt, GRACE_SECONDS) })),
    );
  };
}

/** A pause that begins before another is over prolongs it. */
function merge(pauses: readonly Pause[]): Pause[] {
  const merged: Pause[] = [];
  for (const pause of pauses.toSorted((a, b) => Number(a.from) - Number(b.from))) {
    const last = merged.at(-1);
    if (last === undefined || pause.from > last.until) merged.push({ ...pause });
    else if (pause.until > last.until) last.until = pause.until;
  }
  return merged;
}

/** The last moment at which a deadline still counts: after the pause in which it fell. */
export function putOff(deadline: Date, pauses: readonly Pause[]): Date {
  const hit = pauses.find(({ from, until }) => from <= deadline && deadline <= until);
  return hit?.until ?? deadline;
}
