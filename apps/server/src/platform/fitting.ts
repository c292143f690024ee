/**
 * How many of the items, from the first one on, have at most `max` bytes of JSON together: at least one, so
 * that a list always goes on.
 */
export function countFitting(items: readonly unknown[], max: number): number {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    // With the comma.
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > max && index > 0;
  });
  return end === -1 ? items.length : end;
}
