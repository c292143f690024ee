/** Rows of one statement: what the event loop can wait for while it is put together. */
const CHUNK = 100;

/** Parts of a long list for statements with a row or value for each item. */
export function chunksOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / CHUNK);
  return Array.from({ length: count }, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK));
}
