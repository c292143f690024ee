import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createChatRoom } from '../../testing/factories/chat.ts';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { createRoleRequest } from '../../testing/factories/inquiries.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { prove } from './account.fixture.ts';

let t: TestApp;
let admin: SignedIn;
let me: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await clearThrottles(t);
  [admin, me] = [await t.signIn('ADMIN'), await t.signIn('USER')];
  await prove(t, me);
});
afterAll(() => t.close());

const leave = () => t.call('DELETE', '/api/member/me', { as: me });
const count = async (query: string): Promise<number> => {
  const { rows } = await t.db.execute<{ n: number }>(`select count(*)::int as n from ${query}`);
  return rows[0]?.n ?? -1;
};
const untilWaiting = (waiting: number) => expect.poll(() => countWaiting(t)).toBe(waiting);

/** Runs `work` while a lock on the rows blocks the removal. */
async function whileLeaving<T>(
  held: string,
  work: () => Promise<T>,
): Promise<{ left: number; result: T }> {
  const holder = await t.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`select 1 from ${held} for update`);
    const leaving = leave();
    await untilWaiting(1);
    const working = work();
    await untilWaiting(2);
    await holder.query('commit');
    return { left: (await leaving).status, result: await working };
  } finally {
    holder.release();
  }
}

it('a role granted during the removal finds no member and leaves no row', async () => {
  await createPicture(t.db, me);
  const url = `/api/admin/grant-role?userId=${me.id}&role=ADMIN`;
  // Its roles are deleted by then, its name is not.
  const { left, result } = await whileLeaving(`uploads where owner_id = ${me.id}`, () =>
    t.call('POST', url, { as: admin }),
  );
  expect([left, result.json.error]).toEqual([200, 'MEMBER_UNKNOWN']);
  expect(await count(`member_roles where member_id = ${me.id}`)).toBe(0);
  expect(await count(`notifications where member_id = ${me.id}`)).toBe(0);
});

it('a role request granted during the removal is deleted without a deadlock', async () => {
  const id = await createRoleRequest(t, me, 'STUDENT');
  await createChatRoom(t, me, admin);
  const { left, result } = await whileLeaving(
    `chat_rooms where ${me.id} in (low_id, high_id)`,
    () => t.call('POST', `/api/inquiry/${id}/grant`, { as: admin }),
  );
  expect([left, result.json.error]).toEqual([200, 'INQUIRY_NOT_FOUND']);
  expect(await count(`member_roles where member_id = ${me.id}`)).toBe(0);
});

it('a like of a comment with a picture during the removal is no deadlock [COMM-103]', async () => {
  const author = await t.signIn('STUDENT');
  const postId = await createThread(t, author);
  const picture = { url: await createPicture(t.db, author), alt: '' };
  const { id } = await writeComment(t, author, postId, { picture });
  await t.services.live.place(author.id);
  await prove(t, author);
  const holder = await t.database.pool.connect();
  try {
    // In the order of a like: the comment, then the event stream of its author.
    await holder.query('begin');
    await holder.query('select 1 from comments where id = $1 for no key update', [id]);
    const leaving = t.call('DELETE', '/api/member/me', { as: author });
    await untilWaiting(1);
    await holder.query('select 1 from event_streams where member_id = $1 for update', [author.id]);
    await holder.query('commit');
    expect((await leaving).status).toBe(200);
  } finally {
    holder.release();
  }
  const { rows } = await t.db.execute(`select picture from comments where id = ${id}`);
  expect(rows).toEqual([{ picture: null }]);
});
