import { privateEntryBody } from '@naru/contract/private-entries';
import {
  type NewPlanInput,
  planEntryBody,
  type TimetablePlan,
} from '@naru/contract/timetable-plans';
import * as z from 'zod/mini';
import type { SignedIn, TestApp } from '../test-app.ts';
import { createLecture } from './lectures.ts';

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

let counter = 0;

/** The body for a new plan, each in a term of its own, which other factories do not use. */
export function planForm(values: Partial<NewPlanInput> = {}) {
  counter += 1;
  return { name: `계획 ${counter}`, year: 2000 + (counter % 100), semester: 1 as const, ...values };
}

/** The body of the form of a private entry in a plan. */
export function planEntryForm(values: Partial<z.input<typeof planEntryBody>> = {}) {
  const { year: _, semester: __, ...form } = entryForm(values);
  return form;
}

const actorOf = ({ id: memberId, roles }: SignedIn) => ({ memberId, sessionId: '', roles });

function createPlan(
  t: TestApp,
  member: SignedIn,
  values: Partial<NewPlanInput> = {},
): Promise<TimetablePlan> {
  const input = { copy: false, ...planForm(values) };
  return t.services.lectures.createPlan(actorOf(member), input);
}

/** A plan with a lecture of `professor` and a private entry. */
export async function createFullPlan(
  t: TestApp,
  member: SignedIn,
  professor: SignedIn,
): Promise<TimetablePlan> {
  const { id, year } = await createPlan(t, member);
  const lectureId = await createLecture(t, professor, { year, semester: 1 });
  await t.services.lectures.addToPlan(actorOf(member), id, lectureId, false);
  return t.services.lectures.addPlanEntry(
    actorOf(member),
    id,
    z.parse(planEntryBody, planEntryForm()),
  );
}
