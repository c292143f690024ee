import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChatRoom, sendChatMessage } from './testing/factories/chat.ts';
import { createThread, writeComment } from './testing/factories/comments.ts';
import { createTestApp, type SignedIn, type TestApp } from './testing/test-app.ts';

/** PostgreSQL plans a prepared statement for its values five times before it compares the plans. */
const TIMES = 12;

/** With values that `db/hidden.ts` hides. */
const HIDING = [
  'list_replies',
  'write_reply',
  'write_comment',
  'lock_streams_of_thread',
  'lock_streams_of_room',
  'count_new_rooms',
];

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  author = await t.signIn('STUDENT');
  reader = await t.signIn('STUDENT');
});
afterAll(() => t.close());

/** The statements that the pool's connections have executed often enough, and whether their plan is kept. */
async function keptPlans(): Promise<Record<string, boolean>> {
  const { pool } = t.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const found: Record<string, boolean> = {};
  for (const client of clients) {
    const { rows } = await client.query<{ name: string; kept: boolean }>(
      `select name, generic_plans > 0 as kept from pg_prepared_statements
       where generic_plans + custom_plans >= ${TIMES}`,
    );
    client.release();
    for (const { name, kept } of rows) found[name] = kept;
  }
  return found;
}

it('threads and chats are not planned again for each call', async () => {
  const postId = await createThread(t, author, 'FREE');
  const { id: parentId } = await writeComment(t, author, postId);
  const roomId = await createChatRoom(t, author, reader);
  const reads = [
    `/api/post/${postId}`,
    `/api/post/${postId}/comments`,
    `/api/post/${postId}/comments?sort=newest`,
    `/api/post/${parentId}/replies`,
    `/api/mail/messages/${roomId}`,
  ];
  for (let round = 0; round < TIMES; round += 1) {
    await writeComment(t, reader, postId);
    await writeComment(t, reader, postId, { parentId });
    await sendChatMessage(t, reader, roomId, '등대 앞에서 만나요');
    await t.services.events.drain();
    for (const url of reads) {
      expect((await t.call('GET', url, { as: author })).status, url).toBe(200);
    }
  }
  const plans = await keptPlans();
  expect(HIDING.filter((name) => plans[name] !== true)).toEqual([]);
});
