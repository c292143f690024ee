import {
  type NewPlanInput,
  planEntryBody,
  type TimetablePlan,
} from '@naru/contract/timetable-plans';
import * as z from 'zod/mini';
import type { SignedIn, TestApp } from '../test-app.ts';
import { createLecture } from './lectures.ts';
import { entryForm } from './private-entries.ts';

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
