import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LISTENING_LOCK, LOCK_BUCKETS } from '../../domain/live/live.repo.ts';
import {
  createThread,
  deleteThread,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let crowd: SignedIn[];
let first: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
  crowd = await Promise.all(Array.from({ length: 50 }, () => t.signIn('STUDENT')));
  first = crowd[0] as SignedIn;
});
beforeEach(async () => {
  t.clock.advance(60);
  postId = await createThread(t, first);
});
afterAll(() => t.close());

const post = (as: SignedIn, body: object, id = postId) =>
  t.call('POST', `/api/post/${id}/comments`, { as, body });

describe('comments under concurrency', () => {
  it('accepts exactly one of 50 concurrent comments of a member', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post(first, { content: `${n}` })),
    );
    const passed = responses.filter(({ status }) => status === 201);
    expect(passed).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(49);
    expect((await readThread(t, postId)).post.commentCount).toBe(1);
  });

  it('stores one comment for 50 equal requests at once, and returns it to each [RACE-18]', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post(first, { content: '한 번만' })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ json }) => json.comment.id)).size).toBe(1);
    expect((await readThread(t, postId)).comments).toHaveLength(1);
  });

  it('returns the first comment of a double submit that waited for a lock longer than a second [RACE-18]', async () => {
    const lock = await t.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from posts where id = $1 for update', [postId]);
    const [one, two] = [
      post(first, { content: '기다린 말' }),
      post(first, { content: '기다린 말' }),
    ];
    await expect.poll(() => countWaiting(t)).toBe(2);
    t.clock.advance(3);
    await lock.query('commit');
    lock.release();
    const responses = await Promise.all([one, two]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[0].json.comment.id).toBe(responses[1].json.comment.id);
  });

  it('keeps counters and positions exact when 50 members comment and reply at once', async () => {
    const top = await writeComment(t, first, postId);
    t.clock.advance(1);
    const responses = await Promise.all(
      crowd.map((as, n) => post(as, { content: `${n}`, ...(n % 2 === 0 && { parentId: top.id }) })),
    );
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    const thread = await readThread(t, postId);
    expect(thread.post.commentCount).toBe(51);
    expect(thread.comments[0]?.replyCount).toBe(25);
    expect(thread.comments.map((row) => row.position)).toEqual(
      Array.from({ length: 51 }, (_, n) => n + 1),
    );
  });

  it('stores no comment on a post that is deleted concurrently [RACE-10]', async () => {
    const sent = crowd.map((as, n) => post(as, { content: `${n}` }));
    const [responses] = await Promise.all([Promise.all(sent), deleteThread(t, postId)]);
    expect(responses.every(({ status }) => status === 201 || status === 404)).toBe(true);
    const written = responses.filter(({ status }) => status === 201).length;
    const thread = await readThread(t, postId);
    expect(thread.comments).toHaveLength(written);
    expect(thread.post.commentCount).toBe(written);
    expect((await post(first, { content: '늦은 말' })).status).toBe(404);
  });

  it('stores no reply to a comment that is deleted concurrently and keeps the counters exact', async () => {
    const top = await writeComment(t, first, postId);
    t.clock.advance(1);
    const replies = crowd.map((as, n) => post(as, { content: `${n}`, parentId: top.id }));
    const [responses, removed] = await Promise.all([
      Promise.all(replies),
      t.call('DELETE', `/api/comment/${top.id}`, { as: first }),
    ]);
    expect(removed.status).toBe(200);
    expect(responses.every(({ status }) => status === 201 || status === 400)).toBe(true);
    const written = responses.filter(({ status }) => status === 201).length;
    const thread = await readThread(t, postId);
    expect(thread.post.commentCount).toBe(written);
    expect(thread.comments[0]?.replyCount).toBe(written);
  });

  it('deletes the only comment of a post once when it is deleted many times at once', async () => {
    const { id } = await writeComment(t, first, postId);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => t.call('DELETE', `/api/comment/${id}`, { as: first })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
    expect((await readThread(t, postId)).post.commentCount).toBe(0);
  });

  it('does not wait for another comment whose recipient has no open page either', async () => {
    const second = crowd[1] as SignedIn;
    await t.db.execute(`insert into event_streams (member_id) values (${first.id})`);
    let opening: Promise<string> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.execute(`select from event_streams where member_id = ${first.id} for update`);
      await tx.execute(sql`select pg_advisory_xact_lock_shared(
        ${LISTENING_LOCK}, (${first.id}::bigint % ${LOCK_BUCKETS})::integer)`);
      expect((await post(second, { content: '나란히' })).status).toBe(201);
      // A page that opens now waits; otherwise it would miss the event of the uncommitted comment.
      opening = t.call('GET', '/api/member/me', { as: first }).then(() => 'open');
      await expect.poll(() => countWaiting(t)).toBe(1);
    });
    expect(await opening).toBe('open');
  });

  it('notifies a member who begins to listen while the comment waits', async () => {
    const [owner, second] = [await t.signIn('STUDENT'), crowd[1] as SignedIn];
    const id = await createThread(t, owner);
    const lock = await t.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from posts where id = $1 for update', [id]);
    const sent = post(second, { content: '기다린 말' }, id);
    await expect.poll(() => countWaiting(t)).toBe(1);
    await t.call('GET', '/api/member/me', { as: owner });
    await lock.query('commit');
    lock.release();
    expect((await sent).status).toBe(201);
    const { rows } = await t.db.execute(`select from events where member_id = ${owner.id}`);
    // The notification, and the refresh of the post's page.
    expect(rows).toHaveLength(2);
  });

  it('lowers the counters once for 20 concurrent deletions of one comment', async () => {
    const top = await writeComment(t, first, postId);
    await writeComment(t, crowd[1] as SignedIn, postId);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => t.call('DELETE', `/api/comment/${top.id}`, { as: first })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(19);
    expect((await readThread(t, postId)).post.commentCount).toBe(1);
  });
});
