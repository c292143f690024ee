import type { SignedIn, TestApp } from '../test-app.ts';
import { createPost } from './posts.ts';

export const MESSAGE = '함께하고 싶습니다';

async function done(t: TestApp, ...call: Parameters<TestApp['call']>): Promise<void> {
  const { status, text } = await t.call(...call);
  if (status !== 200) throw new Error(text);
}

/** Writes a post of the author that recruits, to which the members apply; returns its id. */
export async function recruit(
  t: TestApp,
  author: SignedIn,
  members: readonly SignedIn[] = [],
  post: { title?: string; content?: string } = {},
): Promise<number> {
  const id = await createPost(t, author, { ...post, boardType: 'TEAM' });
  const body = { message: MESSAGE };
  for (const as of members) await done(t, 'PUT', `/api/team/${id}/application`, { as, body });
  return id;
}

/** The same, and the author accepts the member, who is in the chat room then. */
export async function acceptInto(t: TestApp, author: SignedIn, member: SignedIn): Promise<number> {
  const id = await recruit(t, author, [member]);
  const body = { accepted: true };
  await done(t, 'PUT', `/api/team/${id}/application/${member.id}`, { as: author, body });
  return id;
}
