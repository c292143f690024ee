import type { Term } from '@naru/contract/timetable';

/** `2026-2`, as in addresses and select boxes. */
export function termKey({ year, semester }: Term): string {
  return `${year}-${semester}`;
}

/** The term of a key that `termKey` made. */
export function termOf(key: string): Term {
  const [year, semester] = key.split('-');
  return { year: Number(year), semester: semester === '1' ? 1 : 2 };
}
