import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';

/** Makes a list of the members as the member of staff; returns its id. */
export async function createMemberList(
  t: Pick<TestApp, 'services'>,
  staff: Pick<SignedIn, 'id'>,
  name: string,
  members: readonly Pick<TestMember, 'username'>[],
): Promise<number> {
  const actor = { memberId: staff.id, sessionId: '', roles: [] };
  const people = members.map(({ username }) => username).join('\n');
  const { list } = await t.services.audiences.createList(actor, { name, people, confirmed: false });
  if (list === null) throw new Error('the list was not saved');
  return list.id;
}

/** Notes a major of the member, as a roster does. */
export async function saveMajor(
  { db }: Pick<TestApp, 'db'>,
  { id }: Pick<SignedIn, 'id'>,
): Promise<void> {
  await db.update(members).set({ major: '인공지능' }).where(eq(members.id, id));
}
