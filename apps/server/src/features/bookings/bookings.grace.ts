import { addSeconds } from '../../platform/clock.ts';

/** After a pause of the site, how long nobody misses a check-in or an offer. */
const GRACE_SECONDS = 15 * 60;

export interface Pauses {
  siteStatus: { listReadOnlyTimes(): Promise<{ endedAt: Date }[]> };
  uptime: { findReturn(seconds: number): Promise<Date | null> };
}

/** Until when check-ins and offers that are late still count: members could not act while the site was off or read-only. */
export async function findGraceEnd({ siteStatus, uptime }: Pauses): Promise<Date> {
  const pause = (await siteStatus.listReadOnlyTimes()).at(-1);
  const ended = Number(pause?.endedAt ?? 0);
  const returned = Number(await uptime.findReturn(1));
  return addSeconds(new Date(Math.max(ended, returned)), GRACE_SECONDS);
}
