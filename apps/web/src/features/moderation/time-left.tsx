import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';

const MINUTE_MS = 60_000;
const TICK_MS = 15_000;

/** For example `23시간 58분 남음`, rounded up to minutes; an invalid date counts as past. */
export function timeLeftText(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / MINUTE_MS);
  if (!(minutes > 0)) return '시간이 끝났습니다';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest}분 남음`;
  return rest === 0 ? `${hours}시간 남음` : `${hours}시간 ${rest}분 남음`;
}

export function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="font-semibold text-tide tabular-nums">{timeLeftText(until, now)}</span>;
}
