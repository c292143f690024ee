/** Returns a LIKE pattern that matches `text` literally, anywhere in the value. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
