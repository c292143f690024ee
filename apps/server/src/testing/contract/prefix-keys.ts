/** Puts the path of the parent in front of every key: `posts[].` and `id` give `posts[].id`. */
export function prefixKeys(path: string, keys: readonly string[]): string[] {
  return keys.map((key) => `${path}${key}`);
}

/** Of a file with a table. */
export const READING = [
  'reading',
  'reading.columns',
  'reading.columns[].heading',
  'reading.columns[].name',
  'reading.ignored',
  'reading.unread',
];
