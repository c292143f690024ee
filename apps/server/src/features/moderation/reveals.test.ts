import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { findInTables } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';
import { prove } from '../account/account.fixture.ts';

const HOUR = 60 * 60;

let t: TestApp;
let first: SignedIn;
let second: SignedIn;
let third: SignedIn;
let author: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [first, second, third] = [
    await t.signIn('ADMIN'),
    await t.signIn('ADMIN'),
    await t.signIn('ADMIN'),
  ];
  author = await t.signIn('STUDENT');
  postId = await createPost(t, author, { boardType: 'SECRET', title: '협박' });
});
afterAll(() => t.close());

const ask = (as = first, targetId = postId, targetType = 'POST', reason = '경찰 요청') =>
  untilServed(() =>
    t.call('POST', '/api/admin/reveals', { as, body: { targetType, targetId, reason } }),
  );
const decide = (id: number, as: SignedIn, verb = 'approve') =>
  untilServed(() => t.call('POST', `/api/admin/reveals/${id}/${verb}`, { as }));
const look = (id: number, as: SignedIn) => t.call('GET', `/api/admin/reveals/${id}`, { as });
const asked = async () => (await ask()).json.reveal.id as number;

/** Checks for everything that identifies the author. */
function expectNoAuthor(text: string): void {
  for (const trace of [author.nickname, author.name, author.username, `:${author.id},`]) {
    expect(text).not.toContain(trace);
  }
}

describe('POST /admin/reveals', () => {
  it('requires a reason and existing anonymous content', async () => {
    expect((await ask(first, postId, 'POST', ' ')).status).toBe(400);
    expect((await ask(first, 2 ** 40)).json.error).toBe('POST_NOT_FOUND');
    expect((await ask(first, 2 ** 40, 'COMMENT')).json.error).toBe('COMMENT_NOT_FOUND');
    expect((await ask(first, author.id, 'MEMBER')).status).toBe(400);
    const open = await createPost(t, author);
    const comment = await writeComment(t, author, open);
    expect((await ask(first, open)).json.error).toBe('REVEAL_NOT_ANONYMOUS');
    expect((await ask(first, comment.id, 'COMMENT')).json.error).toBe('REVEAL_NOT_ANONYMOUS');
    expect((await ask(await t.signIn('MANAGER'))).status).toBe(403);
  });

  it('is visible to all ADMINs, notifies them, and contains no author', async () => {
    const { status, json, text } = await ask();
    expect(status).toBe(201);
    expect(json.reveal).toMatchObject({
      title: '협박',
      state: 'PENDING',
      requesterNickname: first.nickname,
      approverId: null,
      openUntil: null,
      canDecide: false,
      canOpen: false,
    });
    expectNoAuthor(text);
    const seen = await t.call('GET', '/api/admin/reveals', { as: third });
    expect(seen.json.reveals[0]).toMatchObject({ id: json.reveal.id, canDecide: true });
    expectNoAuthor(seen.text);
    for (const admin of [second, third]) {
      expect((await readNotifications(t, admin)).at(-1)?.subType).toBe('reveal');
    }
    expect(await readNotifications(t, first)).toEqual([]);
  });

  it('accepts one pending request per target, also among 10 in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask()));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array(9).fill(409)]);
    expect((await ask(second)).json.error).toBe('REVEAL_EXISTS');
  });
});

describe('approval and rejection', () => {
  it('are refused for the requester', async () => {
    const id = await asked();
    for (const verb of ['approve', 'reject']) {
      const { status, json } = await decide(id, first, verb);
      expect([status, json.error]).toEqual([403, 'REVEAL_SELF']);
    }
    expect((await look(id, first)).json).toMatchObject({ state: 'PENDING', identity: null });
    expect((await decide(2 ** 40, second)).json.error).toBe('REVEAL_NOT_FOUND');
  });

  it('decide once among parallel approvals and rejections', async () => {
    const id = await asked();
    const responses = await Promise.all(
      [second, third, second, third, second, third].map((as, index) =>
        decide(id, as, index % 2 === 0 ? 'approve' : 'reject'),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = responses.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ json }) => json.error))).toEqual(new Set(['REVEAL_DECIDED']));
    expect((await readNotifications(t, first)).at(-1)?.subType).toBe('reveal');
  });

  it('a rejection reveals nothing and allows a new request', async () => {
    const id = await asked();
    const { json, text } = await decide(id, second, 'reject');
    expect(json.reveal).toMatchObject({ state: 'REJECTED', openUntil: null });
    expectNoAuthor(text);
    for (const as of [first, second, third]) {
      const seen = await look(id, as);
      expect(seen.json.identity).toBeNull();
      expectNoAuthor(seen.text);
    }
    expect((await ask()).status).toBe(201);
  });
});

describe('GET /admin/reveals/:id', () => {
  it('shows the author only to requester and approver after the approval, and records each read', async () => {
    const id = await asked();
    const before = await Promise.all([first, second, third].map((as) => look(id, as)));
    for (const { json, text } of before) {
      expect(json.identity).toBeNull();
      expectNoAuthor(text);
    }
    const approved = await decide(id, second);
    expect(approved.json.reveal).toMatchObject({ state: 'APPROVED', canOpen: true });
    expectNoAuthor(approved.text);
    for (const as of [first, second]) {
      const { json } = await look(id, as);
      expect(json.identity).toEqual({
        id: author.id,
        username: author.username,
        name: author.name,
        nickname: author.nickname,
      });
    }
    const other = await look(id, third);
    expect(other.json).toMatchObject({ identity: null, canOpen: false });
    expectNoAuthor(other.text);
    const entries = (await readAudit(t, id)).filter(({ targetType }) => targetType === 'reveal');
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['reveal.open', second.id],
      ['reveal.open', first.id],
      ['reveal.approve', second.id],
      ['reveal.request', first.id],
    ]);
    const log = await t.call('GET', `/api/admin/audit?targetType=reveal&size=50`, { as: third });
    expect(log.json.entries[0]).toMatchObject({ action: 'reveal.open' });
    expectNoAuthor(log.text);
    expectNoAuthor((await t.call('GET', '/api/admin/reveals', { as: first })).text);
    const rows = await findInTables(t, author.nickname, ['audit_entries', 'reveal_requests']);
    expect(rows).toEqual([]);
  });

  it('hides the author after 24 hours', async () => {
    const id = await asked();
    await decide(id, second);
    t.clock.advance(24 * HOUR - 1);
    expect((await look(id, await t.signInAs(first))).json.identity.id).toBe(author.id);
    t.clock.advance(1);
    const { json, text } = await look(id, await t.signInAs(first));
    expect(json).toMatchObject({ state: 'EXPIRED', identity: null, canOpen: false });
    expectNoAuthor(text);
    expect((await ask(await t.signInAs(second))).status).toBe(201);
  });

  it('hides the author from a party who lost the role ADMIN', async () => {
    const id = await asked();
    await decide(id, second);
    await t.db.execute(`delete from member_roles where role = 'ADMIN' and member_id = ${first.id}`);
    expect((await look(id, first)).status).toBe(403);
  });

  it('works for comments and removed content until they are erased', async () => {
    const { id: commentId } = await writeComment(t, author, postId, { content: '말' });
    await t.call('DELETE', `/api/comment/${commentId}?reason=spam`, { as: third });
    const { json } = await ask(first, commentId, 'COMMENT');
    expect(json.reveal).toMatchObject({ title: '', excerpt: '', postId: null });
    await decide(json.reveal.id, second);
    expect((await look(json.reveal.id, second)).json.identity.id).toBe(author.id);
    await t.db.execute(`delete from comments where id = ${commentId}`);
    expect((await look(json.reveal.id, second)).json.identity).toBeNull();
  });

  it('shows no identity of a withdrawn author', async () => {
    const id = await asked();
    await decide(id, second);
    await prove(t, author);
    expect((await t.call('DELETE', '/api/member/me', { as: author })).status).toBe(200);
    expect((await look(id, second)).json.identity).toBeNull();
  });
});
