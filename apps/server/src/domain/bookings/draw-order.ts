import { createHash } from 'node:crypto';

/** The order of a draw: by SHA-256 of the seed and the number of the entry. Anybody can count it again. */
export function drawOrder(seed: string, entries: readonly number[]): number[] {
  const keyOf = (entry: number) => createHash('sha256').update(`${seed}:${entry}`).digest('hex');
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ entry }) => entry);
}
