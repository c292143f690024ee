import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { report } from '../moderation/blinds.fixture.ts';

const TITLE = '말 못 할 고민';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** All that the author of an anonymous post gets when `actor` comments, replies and likes. */
async function actOnPost(author: SignedIn, actor: SignedIn) {
  await t.services.live.place(author.id);
  const done = () => t.services.events.drain();
  const postId = await createPost(t, author, { boardType: 'SECRET', title: TITLE });
  const own = await writeComment(t, author, postId);
  await done();
  const comment = await writeComment(t, actor, postId);
  await done();
  const reply = await writeComment(t, actor, postId, { parentId: own.id });
  await done();
  await t.call('POST', `/api/post/${postId}/like`, { as: actor });
  await done();
  await t.call('POST', `/api/comment/${own.id}/like`, { as: actor });
  await done();
  const { json } = await t.call('GET', '/api/member/my-notices', { as: author });
  const events = (await readEvents(t, author)).map((row) => openEvent(t.seal, row.payload));
  const ids = { [postId]: 'POST', [own.id]: 'OWN', [comment.id]: 'COMMENT', [reply.id]: 'REPLY' };
  return { postId, notices: json.notices, events, text: mask({ json, events }, ids) };
}

/** Masks what differs between runs: random ids, times, numbers of notifications. */
function mask(value: unknown, ids: Record<string, string>): string {
  let text = JSON.stringify(value)
    .replace(/"date":"[^"]+"/g, '"date":""')
    .replace(/"id":\d+/g, '"id":0');
  for (const [id, name] of Object.entries(ids)) text = text.replaceAll(id, name);
  return text;
}

describe('notifications about an anonymous post', () => {
  it('are identical for every actor [ANON-21, ANON-23]', async () => {
    const [author, student, council] = [
      await t.signIn(),
      await t.signIn(),
      await t.signIn('STUDENT_COUNCIL'),
    ];
    const first = await actOnPost(author, student);
    await t.call('POST', '/api/notice/read-all', { as: author, body: { noticeIds: [] } });
    await t.db.execute('delete from events');
    const second = await actOnPost(author, council);
    expect(second.text).toBe(first.text);
    expect(first.notices).toHaveLength(4);
    for (const actor of [student, council]) {
      expect(first.text + second.text).not.toContain(actor.nickname);
      expect(first.text + second.text).not.toContain(`"${actor.id}"`);
    }
  });

  it('are not sent by e-mail, whose address would identify the author [ANON-22]', async () => {
    const [author, actor] = [await t.signIn(), await t.signIn()];
    const before = await t.mails();
    const { notices } = await actOnPost(author, actor);
    expect(notices).toHaveLength(4);
    expect(await t.mails()).toEqual(before);
  });

  it('go while it is blinded, as others do [MOD-25, NOTIF-84]', async () => {
    await storeSetting(t, 'blindAfter', '2');
    const author = await t.signIn();
    const posts: number[] = [];
    for (const boardType of ['FREE', 'SECRET', 'FREE', 'SECRET'] as const) {
      const id = await createPost(t, author, { boardType, title: `${posts.length}번째 글` });
      posts.push(id);
      // Times of notifications about anonymous posts are cut to the minute.
      t.clock.advance(120);
      await writeComment(t, await t.signIn(), id);
      await t.services.events.drain();
    }
    for (const id of posts.slice(1, 3)) {
      for (const _ of [1, 2]) await report(t, 'POST', id);
    }
    await t.services.events.drain();
    const { json } = await t.call('GET', '/api/member/my-notices', { as: author });
    const notices = json.notices as { type: string; content: string }[];
    const contents = notices.filter(({ type }) => type === 'comment').map((one) => one.content);
    expect(contents).toEqual([
      expect.stringContaining('3번째 글'),
      expect.stringContaining('0번째 글'),
    ]);
  });

  it('describe the event and link to the post [ANON-21]', async () => {
    const author = await t.signIn();
    const { notices, postId } = await actOnPost(author, await t.signIn());
    expect(notices.map(({ content }: { content: string }) => content).sort()).toEqual([
      `'${TITLE}' 글에 새 댓글이 달렸습니다.`,
      `'${TITLE}' 글을 1명이 좋아합니다.`,
      `'${TITLE}' 글의 내 댓글에 새 답글이 달렸습니다.`,
      `'${TITLE}' 글의 내 댓글을 1명이 좋아합니다.`,
    ]);
    for (const { targetUrl } of notices) {
      expect(targetUrl).toMatch(
        new RegExp(`^/main/community/secret/post/${postId}(#comment-\\d+)?$`),
      );
    }
  });

  it('store neither post nor text in the clear, and differ per member [ANON-27]', async () => {
    const [author, actor] = [await t.signIn(), await t.signIn()];
    const { postId } = await actOnPost(author, actor);
    const rows = await readNotifications(t, author);
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect([row.content, row.targetUrl]).toEqual(['', null]);
      expect(row.createdAt.getTime() % 60_000).toBe(0);
    }
    const { rows: dump } = await t.db.execute<{ text: string }>(`
      select n::text as text from notifications n where member_id = ${author.id}
      union all select e::text from events e where member_id = ${author.id}`);
    const text = dump.map((row) => row.text).join('\n');
    for (const needle of [String(postId), TITLE, 'secret', Buffer.from(TITLE).toString('hex')]) {
      expect(text).not.toContain(needle);
    }
    const other = await t.signIn();
    const parent = await writeComment(t, author, postId);
    const reply = await writeComment(t, other, postId, { parentId: parent.id });
    await writeComment(t, actor, postId, { parentId: parent.id, replyToId: reply.id });
    await t.services.events.drain();
    const seals = [
      ...(await readNotifications(t, author)),
      ...(await readNotifications(t, other)),
    ].map((row) => row.targetSeal?.toString('hex'));
    expect(new Set(seals).size).toBe(seals.length);
  });

  it('are sent for a blocked member too, since skipping them would identify the author [ANON-14]', async () => {
    const [author, actor] = [await t.signIn(), await t.signIn()];
    await t.db.execute(
      `insert into member_blocks (blocker_id, blocked_id) values (${author.id}, ${actor.id})`,
    );
    const { notices } = await actOnPost(author, actor);
    expect(notices).toHaveLength(4);
    const open = await createPost(t, author);
    await writeComment(t, actor, open);
    await t.services.events.drain();
    expect(await readNotifications(t, author)).toHaveLength(4);
  });

  it('reach only the author, not friends or others in the thread [ANON-24]', async () => {
    const [author, actor, bystander] = [await t.signIn(), await t.signIn(), await t.signIn()];
    await t.services.live.place(bystander.id);
    await actOnPost(author, actor);
    expect(await readNotifications(t, bystander)).toEqual([]);
    expect(await readEvents(t, bystander)).toEqual([]);
    expect(await readNotifications(t, actor)).toEqual([]);
  });
});
