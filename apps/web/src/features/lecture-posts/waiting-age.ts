const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days since `iso`, never negative. */
export function daysSince(iso: string, now = Date.now()): number {
  const age = now - new Date(iso).getTime();
  return Number.isNaN(age) ? 0 : Math.max(0, Math.floor(age / DAY_MS));
}

export function waitingLabel(days: number): string {
  return days <= 0 ? '오늘 질문' : `${days}일째 대기`;
}
