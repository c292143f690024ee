/** How many of the first items fit into `max` bytes of JSON; at least one, so that paging always advances. */
export function countFitting(items: readonly unknown[], max: number): number {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    // With the comma.
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > max && index > 0;
  });
  return end === -1 ? items.length : end;
}
