import { eq } from 'drizzle-orm';
import { sources } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

let counter = 0;

/** A configuration with a name of its own. */
export function sourceBody(more: object = {}) {
  counter += 1;
  return {
    type: 'ics',
    name: `calendar-${counter}`,
    title: '학사일정',
    url: `https://www.example.ac.kr/calendar-${counter}.ics`,
    ...more,
  };
}

/** A stored source, with what the API does not return. */
export async function readSource(t: TestApp, id: number) {
  const [row] = await t.db.select().from(sources).where(eq(sources.id, id));
  if (row === undefined) throw new Error('this source is gone');
  return row;
}

export async function changeSourceRow(
  t: TestApp,
  id: number,
  values: Partial<typeof sources.$inferInsert>,
): Promise<void> {
  await t.db.update(sources).set(values).where(eq(sources.id, id));
}
