const UNITS = ['kB', 'MB', 'GB', 'TB'];
const STEP = 1_024;

/** A size as operators read it, such as `1 kB`, `812 kB` or `3.4 MB`; never 0 for something. */
export function sizeText(bytes: number): string {
  let size = bytes / STEP;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? Math.ceil(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
