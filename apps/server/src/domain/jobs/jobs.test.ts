import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeReaction, createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { createThread, deleteThread, writeComment } from '../../testing/factories/comments.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { changePerson } from '../../testing/factories/friends.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ asServer: true });
});
afterAll(() => t.close());

async function count(table: string, where = 'true'): Promise<number> {
  const query = sql.raw(`select count(*)::int as count from ${table} where ${where}`);
  const { rows } = await t.db.execute<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}

/** Access tokens expire with the moved clock, so each test signs in anew. */
async function startAgain(): Promise<void> {
  author = await t.signIn('STUDENT');
}

describe('the purge of content', () => {
  it('deletes a soft-deleted post after 30 days, with comments, likes and pictures', async () => {
    await startAgain();
    const [gone, remaining] = [await createThread(t, author), await createThread(t, author)];
    await writeComment(t, author, gone);
    await t.call('POST', `/api/post/${gone}/like`, { as: author });
    const url = await createPicture(t.db, author, { postId: gone, attachedAt: t.clock.now() });
    await deleteThread(t, gone);
    t.clock.advance(29 * DAY);
    expect(await t.services.jobs.content.run()).toMatchObject({ posts: 0 });
    expect(await count('posts', `id = ${gone}`)).toBe(1);
    t.clock.advance(DAY + 1);
    expect(await t.services.jobs.content.run()).toMatchObject({ posts: 1 });
    expect(await count('posts', `id = ${remaining}`)).toBe(1);
    expect(await count('comments', `post_id = ${gone}`)).toBe(0);
    expect(await count('post_likes', `post_id = ${gone}`)).toBe(0);
    expect(await count('uploads', `'/files/' || key || '.webp' = '${url}'`)).toBe(0);
  });

  it('deletes reactions that a previous release has left, before they count as faults [CHAT-99]', async () => {
    const [me, friend] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    const roomId = await createChatRoom(t, me, friend);
    const sent = [];
    for (const text of ['회수', '그대로']) sent.push(await sendChatMessage(t, me, roomId, text));
    for (const { id } of sent) await changeReaction(t, friend, { roomId, id }, 'LIKE');
    await t.database.pool.query('update chat_messages set recalled_at = now() where id = $1', [
      sent[0].id,
    ]);
    expect(await t.services.jobs.integrity.run()).toMatchObject({ reactions: 1 });
    await changePerson(t.db, friend, { withdrawnAt: t.clock.now() });
    expect(await t.services.jobs.integrity.run()).toMatchObject({ reactions: 1 });
    expect(await t.services.jobs.integrity.run()).toMatchObject({ reactions: 0 });
  });

  it('deletes comments, and blanks the placeholder above replies', async () => {
    await startAgain();
    const postId = await createThread(t, author);
    const lonely = await writeComment(t, author, postId);
    const parent = await writeComment(t, author, postId);
    const reply = await writeComment(t, author, postId, { parentId: parent.id });
    for (const { id } of [lonely, parent]) {
      expect((await t.call('DELETE', `/api/comment/${id}`, { as: author })).status).toBe(200);
    }
    t.clock.advance(30 * DAY + 1);
    const done = await t.services.jobs.content.run();
    expect(done).toMatchObject({ comments: 1, blankedComments: 1 });
    expect(await count('comments', `id = ${lonely.id}`)).toBe(0);
    expect(
      await count('comments', `id = ${parent.id} and content = '' and author_id is null`),
    ).toBe(1);
    expect(await count('comments', `id = ${reply.id} and content <> ''`)).toBe(1);
    expect(await t.services.jobs.content.run()).toMatchObject({ comments: 0, blankedComments: 0 });
  });

  it('leaves nothing of the picture and the mentions of such a placeholder [COMM-103]', async () => {
    await startAgain();
    const [named, staff] = [await t.signIn('STUDENT'), await t.signIn('MANAGER')];
    const postId = await createThread(t, author);
    const url = await createPicture(t.db, author);
    const content = `@${named.nickname} 여기예요`;
    const picture = { url, alt: '노을 진 항구' };
    const parent = await writeComment(t, author, postId, { content, picture });
    await writeComment(t, named, postId, { parentId: parent.id });
    const removal = `/api/comment/${parent.id}?reason=${encodeURIComponent('규칙 위반')}`;
    expect((await t.call('DELETE', removal, { as: staff })).status).toBe(200);
    t.clock.advance(30 * DAY + 1);
    await t.services.jobs.content.run();
    await t.services.jobs.files.run();
    const isBlank = 'mentions is null and picture is null';
    expect(await count('comments', `id = ${parent.id} and ${isBlank}`)).toBe(1);
    expect(await count('uploads', `'/files/' || key || '.webp' = '${url}'`)).toBe(0);
  });
});

describe('the record of views', () => {
  it('retains today and yesterday in Korean days, and the view count of every post', async () => {
    await startAgain();
    const reader = await t.signIn('STUDENT');
    const postId = await createThread(t, author);
    await t.call('GET', `/api/post/${postId}`, { as: reader });
    const isOf = `post_id = ${postId}`;
    t.clock.advance(DAY);
    await t.services.jobs.content.run();
    expect(await count('post_views', isOf)).toBe(1);
    t.clock.advance(DAY);
    expect(await t.services.jobs.content.run()).toMatchObject({ views: 1 });
    expect(await count('post_views', isOf)).toBe(0);
    expect(await count('posts', `id = ${postId} and view_count = 1`)).toBe(1);
  });
});

describe('rows that expire', () => {
  const ROWS: [string, number, 'live' | 'content' | 'accounts', (at: Date) => SQL][] = [
    [
      'events',
      2,
      'live',
      (at) => sql`(member_id, seq, payload, created_at)
        values (${author.id}, ${at.getTime()}, '\\x00', ${at})`,
    ],
    [
      'notifications',
      180,
      'live',
      (at) =>
        sql`(member_id, type, content, created_at) values (${author.id}, 'other', '알림', ${at})`,
    ],
    [
      'staff_actions',
      180,
      'content',
      (at) => sql`(target_type, target_id, action, reason, created_at)
        values ('POST', 1, 'REMOVED', '규칙 위반', ${at})`,
    ],
    [
      'drafts',
      30,
      'content',
      (at) => sql`(member_id, place, version, head, content, saved_at)
        values (${author.id}, ${String(at.getTime())}, 'v', '\\x00', '\\x00', ${at})`,
    ],
    [
      'timetable_plans',
      1,
      'content',
      (at) => sql`(member_id, year, semester, name, created_at, deleted_at)
        values (${author.id}, 2026, 2, '가', ${at}, ${at})`,
    ],
    [
      'verifications',
      2,
      'accounts',
      (at) => sql`(purpose, email, code_hash, created_at, expires_at)
        values ('signup', ${`${at.getTime()}@kmou.ac.kr`}, '\\x00', ${at}, ${at})`,
    ],
    [
      'throttles',
      2,
      'accounts',
      (at) => sql`(key, count, window_ends_at) values (${`test ${at.getTime()}`}, 1, ${at})`,
    ],
  ];

  it.each(ROWS)(
    'of %s are retained for %i days and not longer',
    async (table, days, job, values) => {
      await startAgain();
      await t.db.execute(sql`delete from ${sql.identifier(table)}`);
      const limit = t.clock.now().getTime() - days * DAY * 1000;
      for (const at of [limit - 1000, limit + 1000]) {
        await t.db.execute(sql`insert into ${sql.identifier(table)} ${values(new Date(at))}`);
      }
      await t.services.jobs[job].run();
      expect(await count(table)).toBe(1);
      await t.db.execute(sql`delete from ${sql.identifier(table)}`);
    },
  );
});

describe('the record of visits', () => {
  it('retains what the statistics read and deletes it after 400 days', async () => {
    await startAgain();
    await t.call('GET', '/api/banners', { as: author });
    await t.services.visits.settle();
    const isOf = `member_id = ${author.id}`;
    t.clock.advance(400 * DAY);
    await t.services.jobs.content.run();
    expect(await count('daily_visitors', isOf)).toBe(1);
    t.clock.advance(DAY);
    await t.services.jobs.content.run();
    expect(await count('daily_visitors', isOf)).toBe(0);
  });
});

describe('the ranks of pages', () => {
  it('are counted anew with what has changed', async () => {
    await startAgain();
    await createThread(t, author);
    const { changes } = await t.services.jobs.pages.run();
    expect(changes).toBeGreaterThan(0);
    expect(await count('page_changes')).toBe(0);
    expect(await count('page_anchors', `created_at = 'infinity' and rank > 0`)).toBe(1);
    expect(await t.services.jobs.pages.run()).toEqual({ changes: 0 });
  });
});

describe('the clean-up of accounts', () => {
  it('deletes used codes, resets and counters', async () => {
    await startAgain();
    const now = t.clock.now();
    const [old, fresh] = [new Date(now.getTime() - 8 * DAY * 1000), now];
    for (const at of [old, fresh]) {
      const mark = at.getTime();
      await t.db.execute(sql`insert into verifications (purpose, email, code_hash, created_at, expires_at)
        values ('signup', ${`${mark}@kmou.ac.kr`}, '\\x00', ${at}, ${at})`);
      await t.db.execute(sql`insert into reset_flows (flow_hash, member_id, created_at, expires_at)
        values (${String(mark)}::text::bytea, ${author.id}, ${at}, ${at})`);
      await t.db.execute(sql`insert into throttles (key, count, window_ends_at)
        values (${`test ${mark}`}, 1, ${at})`);
    }
    await t.db.execute(sql`insert into throttles (key, count, window_ends_at, blocked_until)
      values ('test blocked', 1, ${old}, ${new Date(now.getTime() + DAY * 1000)})`);
    expect(await t.services.jobs.accounts.run()).toMatchObject({
      verifications: 1,
      resetFlows: 1,
    });
    expect(await count('verifications')).toBe(1);
    expect(await count('reset_flows')).toBe(1);
    expect(await count('throttles', `key like 'test %'`)).toBe(2);
  });

  it('deletes sessions 30 days after their end, and no active one', async () => {
    const revoked = await t.signIn('STUDENT');
    const living = await t.signIn('STUDENT');
    const isOf = (member: SignedIn) => `member_id = ${member.id}`;
    await t.db.execute(
      sql`update sessions set revoked_at = ${t.clock.now()} where member_id = ${revoked.id}`,
    );
    t.clock.advance(13 * DAY);
    await t.services.jobs.accounts.run();
    expect(await count('sessions', isOf(revoked))).toBe(1);
    t.clock.advance(18 * DAY);
    await t.services.jobs.accounts.run();
    expect(await count('sessions', isOf(revoked))).toBe(0);
    expect(await count('sessions', isOf(living))).toBe(1);
    t.clock.advance(31 * DAY);
    await t.services.jobs.accounts.run();
    expect(await count('sessions', isOf(living))).toBe(0);
  });
});
