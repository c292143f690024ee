/** The smallest number that at least this share of the numbers does not exceed; NaN without numbers. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (numbers) => percentile(numbers, 0.5);
