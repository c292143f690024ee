import { privateEntryBody } from '@naru/contract/private-entries';
import * as z from 'zod/mini';
import type { SignedIn, TestApp } from '../test-app.ts';

let counter = 0;

/** The body of the form of a private entry, each in a term of its own. */
export function entryForm(values: Partial<z.input<typeof privateEntryBody>> = {}) {
  counter += 1;
  return {
    title: `일정 ${counter}`,
    place: '학생회관',
    themeColor: '#ffd9e3',
    year: 2000 + (counter % 100),
    semester: 2 as const,
    times: [{ day: 'FRIDAY', start: 18, end: 22, endMinute: 1290 }],
    ...values,
  };
}

/** Adds a private entry to a member's timetable; returns its id. */
export async function createEntry(
  t: TestApp,
  member: SignedIn,
  values: Partial<z.input<typeof privateEntryBody>> = {},
): Promise<number> {
  const actor = { memberId: member.id, sessionId: '', roles: member.roles };
  const input = z.parse(privateEntryBody, entryForm(values));
  return (await t.services.lectures.createEntry(actor, input)).id;
}

/** Members who show their timetables to all friends. */
export async function openTimetables(t: TestApp, ...members: SignedIn[]): Promise<void> {
  for (const { id: memberId, roles } of members) {
    await t.services.lectures.setOpen({ memberId, sessionId: '', roles }, true);
  }
}
