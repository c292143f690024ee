const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Keeps the sources of an installation, and installations with the same file, from asking together. */
const JITTER = 0.1;
const JITTER_MAX = 5 * MINUTE;

/**
 * Seconds until the next run. After failures the pause doubles up to a day, or up to the interval if that
 * is longer. `random` is in [0, 1).
 */
export function pauseSeconds(intervalMinutes: number, failuresInRow: number, random: number) {
  const interval = intervalMinutes * MINUTE;
  const longest = Math.max(DAY, interval);
  const pause = Math.min(interval * 2 ** Math.min(failuresInRow, 20), longest);
  return Math.round(pause + random * Math.min(pause * JITTER, JITTER_MAX));
}
