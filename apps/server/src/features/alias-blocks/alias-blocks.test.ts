import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { createThread, deleteThread, writeComment } from '../../testing/factories/comments.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { changeRoom, createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let author: SignedIn;
let commenter: SignedIn;
let me: SignedIn;
let postId: number;
beforeEach(async () => {
  [author, commenter, me] = [await t.signIn(), await t.signIn(), await t.signIn()];
  postId = await createPost(t, author, { boardType: 'SECRET', title: '말 못 할 고민' });
});

const put = (as: SignedIn, id: number, alias: string, blocks = true) =>
  t.call('PUT', `/api/post/${id}/alias-block`, { as, body: { alias, blocks } });
const list = async (as: SignedIn) =>
  (await t.call('GET', '/api/member/alias-blocks', { as })).json.aliases;
const errorOf = async (response: ReturnType<typeof put>) => {
  const { status, json } = await response;
  return [status, json.error];
};
const rowsOf = async ({ id }: SignedIn) =>
  (await t.db.execute(sql`select * from alias_blocks where member_seal = ${t.seal.seal(id)}`)).rows;

describe('blocking a name of an anonymous thread [ANON-17]', () => {
  it('is repeatable, listed latest first and ended', async () => {
    await writeComment(t, commenter, postId);
    const response = await put(me, postId, '익명1');
    expect([response.status, response.json]).toEqual([
      200,
      { blocks: true, message: '이 글에서 차단했습니다.' },
    ]);
    await Promise.all([1, 2, 3].map(() => put(me, postId, '익명1')));
    t.clock.advance(60);
    await put(me, postId, '글쓴이');
    const common = { postId, title: '말 못 할 고민', place: '비밀게시판', boardType: 'SECRET' };
    expect(await list(me)).toEqual([
      { alias: '글쓴이', ...common, lectureRoomId: null },
      { alias: '익명1', ...common, lectureRoomId: null },
    ]);
    expect(await list(author)).toEqual([]);
    for (const _ of [1, 2]) {
      expect((await put(me, postId, '익명1', false)).json).toEqual({
        blocks: false,
        message: '차단을 해제했습니다.',
      });
    }
    expect(await list(me)).toMatchObject([{ alias: '글쓴이' }]);
  });

  it('stores the number of the name, a minute and the seal of who blocks, and nothing of whoever has it [ANON-27, ANON-114]', async () => {
    t.clock.advance(17);
    await writeComment(t, commenter, postId);
    await put(me, postId, '익명1');
    const [row] = await rowsOf(me);
    expect(row).toEqual({
      member_seal: t.seal.seal(me.id),
      post_id: postId,
      number: 1,
      created_at: expect.stringMatching(/:00\+00$/),
    });
  });

  it('finds only names that the thread shows [ANON-114]', async () => {
    const first = await writeComment(t, commenter, postId);
    await writeComment(t, author, postId);
    for (const alias of ['익명2', '익명999999999']) {
      expect(await errorOf(put(me, postId, alias))).toEqual([404, 'ALIAS_NOT_FOUND']);
    }
    await t.call('DELETE', `/api/comment/${first.id}`, { as: commenter });
    expect(await errorOf(put(me, postId, '익명1'))).toEqual([404, 'ALIAS_NOT_FOUND']);
    for (const alias of ['', '익명', '익명0', '익명01', '익명1 ', '등대지기', '글쓴이1']) {
      expect(await errorOf(put(me, postId, alias))).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect(await rowsOf(me)).toEqual([]);
  });

  it('is for anonymous threads that the member may read', async () => {
    const named = await createPost(t, author);
    await writeComment(t, commenter, named);
    for (const alias of ['글쓴이', '익명1']) {
      expect(await errorOf(put(me, named, alias))).toEqual([404, 'ALIAS_NOT_FOUND']);
    }
    expect(await errorOf(put(me, 987_654_321, '글쓴이'))).toEqual([404, 'POST_NOT_FOUND']);
    const gone = await createThread(t, author, 'SECRET');
    await deleteThread(t, gone);
    expect(await errorOf(put(me, gone, '글쓴이'))).toEqual([404, 'POST_NOT_FOUND']);
    const { question } = await askInRoom(true);
    expect(await errorOf(put(me, question, '글쓴이'))).toEqual([403, 'LECTURE_MEMBERS_ONLY']);
  });

  it('refuses the own names, which only their owner knows [ANON-114]', async () => {
    await writeComment(t, commenter, postId);
    const own = [400, 'ALIAS_OWN'];
    expect(await errorOf(put(author, postId, '글쓴이'))).toEqual(own);
    expect(await errorOf(put(commenter, postId, '익명1'))).toEqual(own);
    expect((await put(author, postId, '익명1')).status).toBe(200);
    expect((await put(commenter, postId, '글쓴이')).status).toBe(200);
  });

  it('keeps a name without its title once the post is removed or closed [ANON-115]', async () => {
    const { lectureId, question } = await askInRoom(false);
    await put(me, question, '글쓴이');
    t.clock.advance(60);
    await put(me, postId, '글쓴이');
    expect(await list(me)).toMatchObject([
      { title: '말 못 할 고민' },
      { title: '늦은 질문', lectureRoomId: lectureId, boardType: 'LECTURE_Q' },
    ]);
    await changeRoom(t, lectureId, { membersOnly: true });
    await t.call('DELETE', `/api/post/${postId}`, { as: author });
    expect(await list(me)).toMatchObject([
      { title: null, alias: '글쓴이', place: '비밀게시판' },
      { title: null, alias: '글쓴이' },
    ]);
    for (const id of [postId, question])
      expect((await put(me, id, '글쓴이', false)).status).toBe(200);
    expect(await list(me)).toEqual([]);
  });

  it('has a limit that calls at once cannot pass [ANON-115]', async () => {
    await t.db.execute(sql`with thread as (
        insert into posts (id, board_type, anonymous, author_seal, title, content, content_text)
        select 3000000000000 + n, 'SECRET', true, '\\x01', '글', '<p>글</p>', '글'
        from generate_series(2, ${LIMITS.aliasBlocks}) as n returning id)
      insert into alias_blocks (member_seal, post_id, number)
      select ${t.seal.seal(me.id)}::bytea, id, 0 from thread`);
    await writeComment(t, commenter, postId);
    const responses = await Promise.all([put(me, postId, '글쓴이'), put(me, postId, '익명1')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = (await list(me)).find((one: { postId: number }) => one.postId === postId);
    expect((await put(me, postId, stored.alias)).status).toBe(200);
    expect(await rowsOf(me)).toHaveLength(LIMITS.aliasBlocks);
  });

  it('refreshes the other open pages of the member, and nobody else, in another transaction [ANON-27]', async () => {
    for (const { id } of [me, author, commenter]) await t.services.live.place(id);
    await writeComment(t, commenter, postId);
    await t.services.events.drain();
    await t.db.execute('delete from events');
    await put(me, postId, '익명1');
    const events = (await readEvents(t, me)).map((row) => openEvent(t.seal, row.payload));
    expect(events).toEqual([expect.objectContaining({ type: 'post', postId })]);
    for (const other of [author, commenter]) expect(await readEvents(t, other)).toEqual([]);
    const writers = await t.db.execute(
      sql`select xmin from alias_blocks where post_id = ${postId} union select xmin from events`,
    );
    expect(writers.rows).toHaveLength(2);
  });

  it('ends with the post [ANON-115]', async () => {
    await put(me, postId, '글쓴이');
    await t.db.execute(sql`delete from posts where id = ${postId}`);
    expect(await rowsOf(me)).toEqual([]);
  });
});

/** A room with a question without a name. */
async function askInRoom(membersOnly: boolean) {
  const lectureId = await createLectureRoom(t);
  const values = { anonymous: true, title: '늦은 질문' };
  const question = await createLecturePost(t, author, lectureId, values);
  if (membersOnly) await changeRoom(t, lectureId, { membersOnly });
  return { lectureId, question };
}
