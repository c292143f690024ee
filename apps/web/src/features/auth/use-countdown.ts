import { useEffect, useState } from 'react';

const TICK_MS = 250;

/** Whole seconds until `instant` (epoch ms), at least 0; recomputed from the clock on each tick. */
export function useCountdown(instant: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= instant;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((instant - Math.max(now, 0)) / 1000));
}

/** `4:05` */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
