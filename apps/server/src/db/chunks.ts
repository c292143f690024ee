/** Rows of one statement: what the event loop can wait for while it is put together. */
const CHUNK = 100;

/** Rows of one value, which takes less to put together. */
export const LARGE_CHUNK = 1000;

/** Parts of a long list for statements with a row or value for each item. */
export function chunksOf<T>(items: readonly T[], size = CHUNK): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
