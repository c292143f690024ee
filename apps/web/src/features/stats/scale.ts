const STEPS = [1, 2, 5];
const LINES = 4;

/**
 * Axis ticks from 0 to at least `max`: at most five, in steps of 1, 2 or 5 times a power of ten.
 */
export function axisOf(max: number): number[] {
  const step = stepFor(Math.max(max, 1));
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function stepFor(max: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of STEPS) if (step * power * LINES >= max) return step * power;
  }
}
