const UNITS: [seconds: number, name: string][] = [
  [86_400, '일'],
  [3600, '시간'],
  [60, '분'],
];

/** Seconds as their two largest units: `2일 3시간`, `5분`, `40초`. */
export function formatDuration(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds));
  const shown: string[] = [];
  for (const [size, name] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 && shown.length < 2) shown.push(`${count}${name}`);
  }
  return shown.join(' ') || `${left}초`;
}
