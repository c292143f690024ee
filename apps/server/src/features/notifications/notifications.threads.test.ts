import { BOARDS } from '@naru/contract/boards';
import type { NotificationItem } from '@naru/contract/notifications';
import { countGraphemes } from '@naru/contract/text';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blind } from '../../domain/posts/blinds.repo.ts';
import { acceptComment, changeMember, writeComment } from '../../testing/factories/comments.ts';
import { answerQuestion, createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let author: SignedIn;
let reader: SignedIn;
let third: SignedIn;
beforeEach(async () => {
  [author, reader, third] = [await t.signIn(), await t.signIn(), await t.signIn()];
});

/** Unread notifications of the member after all pending work, newest first. */
async function bellOf(member: SignedIn): Promise<NotificationItem[]> {
  await t.services.events.drain();
  const { status, json } = await t.call('GET', '/api/member/my-notices', { as: member });
  expect(status).toBe(200);
  expect(json.unreadCount).toBe(json.notices.length);
  return json.notices;
}

const actorOf = ({ id, roles }: SignedIn) => ({ memberId: id, sessionId: '', roles });

const like = (as: SignedIn, postId: number) => t.call('POST', `/api/post/${postId}/like`, { as });
const unlike = (as: SignedIn, postId: number) =>
  t.call('POST', `/api/post/${postId}/unlike`, { as });

describe('a comment', () => {
  it('notifies the author of the post, with a path of this site [NOTIF-08]', async () => {
    const postId = await createPost(t, author, { title: '항구 산책 모임' });
    const comment = await writeComment(t, reader, postId);
    const [notification, ...others] = await bellOf(author);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      type: 'comment',
      subType: null,
      read: false,
      content: `'항구 산책 모임' 글에 ${reader.nickname}님이 댓글을 남겼습니다.`,
      targetUrl: `/main/community/free/post/${postId}#comment-${comment.id}`,
    });
    expect(await bellOf(reader)).toEqual([]);
  });

  it("links to the server's target, whatever the body contains [COMM-11]", async () => {
    const postId = await createPost(t, author);
    t.clock.advance(1);
    const body = { content: '댓글', targetUrl: '//evil.example/' };
    await t.call('POST', `/api/post/${postId}/comments`, { as: reader, body });
    expect((await bellOf(author))[0]?.targetUrl).toMatch(/^\/main\/community\/free\/post\/\d+#/);
  });

  it("on one's own post notifies nobody", async () => {
    const postId = await createPost(t, author);
    const own = await writeComment(t, author, postId);
    await writeComment(t, author, postId, { parentId: own.id });
    expect(await bellOf(author)).toEqual([]);
  });

  it('truncates a long title', async () => {
    const title = '가'.repeat(80);
    const postId = await createPost(t, author, { title });
    await writeComment(t, reader, postId);
    const [notification] = await bellOf(author);
    expect(notification?.content).toContain(`'${'가'.repeat(50)}…' 글에`);
    expect(countGraphemes(notification?.content ?? '')).toBeLessThan(90);
  });

  it('sent twice notifies once [RACE-18]', async () => {
    const postId = await createPost(t, author);
    t.clock.advance(1);
    const body = { content: '두 번 누름' };
    for (const _ of [1, 2]) {
      await t.call('POST', `/api/post/${postId}/comments`, { as: reader, body });
    }
    expect(await bellOf(author)).toHaveLength(1);
  });

  it('notifies no withdrawn member', async () => {
    const postId = await createPost(t, author);
    await changeMember(t, author.id, { withdrawnAt: t.clock.now() });
    await writeComment(t, reader, postId);
    await t.services.events.drain();
    expect(await readNotifications(t, author)).toEqual([]);
  });
});

describe('a reply', () => {
  it('notifies the authors of the comment and of the answered reply once each', async () => {
    const postId = await createPost(t, author, { title: '질문' });
    const parent = await writeComment(t, reader, postId);
    const first = await writeComment(t, third, postId, { parentId: parent.id });
    expect((await bellOf(reader)).map(({ content }) => content)).toEqual([
      `'질문' 글의 내 댓글에 ${third.nickname}님이 답글을 남겼습니다.`,
    ]);
    const fourth = await t.signIn();
    await writeComment(t, fourth, postId, { parentId: parent.id, replyToId: first.id });
    expect(await bellOf(third)).toMatchObject([{ type: 'comment', subType: 'reply' }]);
    expect(await bellOf(reader)).toMatchObject([
      { subType: 'reply', count: 2, content: "'질문' 글의 내 댓글에 새 답글 2개가 달렸습니다." },
    ]);
    expect(await bellOf(author)).toHaveLength(1);
  });

  it("to one's own reply notifies only the author of the comment", async () => {
    const postId = await createPost(t, author);
    const parent = await writeComment(t, reader, postId);
    const first = await writeComment(t, third, postId, { parentId: parent.id });
    await writeComment(t, reader, postId, { parentId: parent.id, replyToId: first.id });
    expect(await bellOf(third)).toHaveLength(1);
    expect(await bellOf(reader)).toHaveLength(1);
  });
});

describe('likes', () => {
  it('of a post share one unread notification', async () => {
    const postId = await createPost(t, author, { title: '사진' });
    await like(reader, postId);
    expect(await bellOf(author)).toMatchObject([
      { type: 'like', content: `'사진' 글을 ${reader.nickname}님이 좋아합니다.` },
    ]);
    await like(third, postId);
    await like(author, postId);
    const [notification, ...others] = await bellOf(author);
    expect(others).toEqual([]);
    expect(notification?.content).toBe(`'사진' 글을 ${third.nickname}님 외 1명이 좋아합니다.`);
    await t.call('POST', `/api/notice/read/${notification?.id}`, { as: author });
    await like(await t.signIn(), postId);
    expect(await bellOf(author)).toHaveLength(1);
  });

  it('repeated by one member notify once a day', async () => {
    const postId = await createPost(t, author);
    for (const _ of [1, 2, 3]) {
      await like(reader, postId);
      await unlike(reader, postId);
      await t.services.events.drain();
    }
    await t.call('POST', '/api/notice/read-all', { as: author, body: { noticeIds: [] } });
    await like(reader, postId);
    expect(await bellOf(author)).toEqual([]);
  });

  it('of 20 members in parallel make one notification', async () => {
    const postId = await createPost(t, author, { title: '함께' });
    const fans = await Promise.all(Array.from({ length: 20 }, () => t.signIn()));
    await Promise.all(fans.map((fan) => like(fan, postId)));
    const received = await bellOf(author);
    expect(received).toHaveLength(1);
    expect(received[0]?.content).toMatch(/^'함께' 글을 물결\w+님 외 19명이 좋아합니다\.$/);
  });

  it('of a comment notify its author', async () => {
    const postId = await createPost(t, author, { title: '노을' });
    const comment = await writeComment(t, reader, postId);
    await t.call('POST', `/api/comment/${comment.id}/like`, { as: third });
    expect(await bellOf(reader)).toMatchObject([
      {
        type: 'like',
        subType: 'comment',
        content: `'노을' 글의 내 댓글을 ${third.nickname}님이 좋아합니다.`,
        targetUrl: `/main/community/free/post/${postId}#comment-${comment.id}`,
      },
    ]);
  });
});

describe('an accepted answer', () => {
  it('notifies its author', async () => {
    const postId = await createPost(t, author, { boardType: 'QNA', title: '과제' });
    const answer = await writeComment(t, reader, postId);
    await t.call('POST', `/api/post/${postId}/accept`, {
      as: author,
      body: { commentId: answer.id },
    });
    expect(await bellOf(reader)).toMatchObject([
      { type: 'other', subType: 'accept', content: `'과제' 글에 남긴 내 답변이 채택되었습니다.` },
    ]);
  });

  it("of one's own comment notifies nobody", async () => {
    const postId = await createPost(t, author, { boardType: 'QNA' });
    const answer = await writeComment(t, author, postId);
    await acceptComment(t, postId, answer.id);
    await t.call('POST', `/api/post/${postId}/accept`, {
      as: author,
      body: { commentId: answer.id },
    });
    expect(await bellOf(author)).toEqual([]);
  });
});

/** Each returns who would be notified if nothing were blinded. */
const BELOW_BLINDED: [name: string, run: () => Promise<SignedIn>][] = [
  ['an answer accepted below a blinded post', () => acceptBlinded('POST')],
  ['a blinded answer accepted', () => acceptBlinded('COMMENT')],
  ['a blinded question answered', answerBlinded],
  ['likes of a blinded comment', () => likeBlinded('FREE')],
  ['likes of a blinded anonymous comment', () => likeBlinded('SECRET')],
];

const blinded = (type: 'POST' | 'COMMENT', id: number) => blind(t.db, { type, id }, t.clock.now());

async function acceptBlinded(type: 'POST' | 'COMMENT') {
  const postId = await createPost(t, author, { boardType: 'QNA' });
  const { id: commentId } = await writeComment(t, reader, postId);
  await blinded(type, type === 'POST' ? postId : commentId);
  await t.services.posts.accept(actorOf(author), postId, commentId);
  return reader;
}

async function answerBlinded() {
  const professor = await t.signIn('PROFESSOR');
  const lectureId = await createLectureRoom(t, { professorId: professor.id });
  const postId = await createLecturePost(t, author, lectureId);
  await blinded('POST', postId);
  await answerQuestion(t, professor, { lectureId, postId });
  return author;
}

async function likeBlinded(boardType: 'FREE' | 'SECRET') {
  const postId = await createPost(t, author, { boardType });
  const { id } = await writeComment(t, reader, postId);
  await blinded('COMMENT', id);
  await t.services.comments.like(actorOf(third), id);
  return reader;
}

describe('what happens to what is blinded, and below it', () => {
  it.each(BELOW_BLINDED)('%s: notifies nobody [MOD-25]', async (_, run) => {
    expect(await bellOf(await run())).toEqual([]);
  });
});

describe('a post on a notice board', () => {
  it.each(['NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT'] as const)(
    '%s notifies all members but its author once',
    async (boardType) => {
      const staff = await t.signIn('SYSTEM');
      const postId = await createPost(t, staff, { boardType, title: '수강 신청 안내' });
      for (const member of [author, reader]) {
        const [notification, ...others] = await bellOf(member);
        expect(others).toEqual([]);
        expect(notification).toMatchObject({
          type: 'notice',
          targetUrl: `/main/community/${BOARDS[boardType].slug}/post/${postId}`,
        });
        expect(notification?.content).toContain(BOARDS[boardType].name);
        expect(notification?.content).toMatch(/수강 신청 안내' 글이 올라왔습니다\.$/);
      }
      expect(await bellOf(staff)).toEqual([]);
    },
  );

  it('reaches more members than one chunk, also those with open streams', async () => {
    await t.db.execute(`insert into members (username, email, nickname, name, password_hash)
      select 'crowd' || n, 'crowd' || n || '@g.kmou.ac.kr', '군중' || n, '군중', 'x'
      from generate_series(1, 1200) n`);
    await t.services.live.place(author.id);
    const before = await t.services.live.place(author.id);
    const staff = await t.signIn('MANAGER');
    const postId = await createPost(t, staff, { boardType: 'NOTICE', title: '모두에게' });
    await t.services.events.drain();
    const { rows } = await t.db.execute<{ notified: number; all: number }>(`select
      (select count(distinct member_id) from notifications where group_key = 'post ${postId}') as notified,
      (select count(*) from members where withdrawn_at is null) as all`);
    expect(rows[0]?.notified).toBe(Number(rows[0]?.all) - 1);
    expect(await t.services.live.place(author.id)).toBe(before + 1);
    const { rows: stored } = await t.db.execute<{ count: number }>(
      'select count(distinct member_id) as count from events',
    );
    expect(stored[0]?.count).toBeLessThan(10);
  });
});

describe('the words of a notification', () => {
  const words = async (member: SignedIn) => (await bellOf(member)).map(({ excerpt }) => excerpt);

  it('are the first of the comment or the notice, also in the live event [NOTIF-50]', async () => {
    const postId = await createPost(t, author);
    const long = `${'물때표를  같이 보면\n좋겠습니다. '.repeat(9)}끝`;
    const comment = await writeComment(t, reader, postId, { content: long });
    const [excerpt] = await words(author);
    expect(excerpt).toMatch(/^물때표를 같이 보면 좋겠습니다. 물때표를/);
    expect(countGraphemes(excerpt ?? '')).toBeLessThanOrEqual(51);
    await t.call('POST', `/api/comment/${comment.id}/like`, { as: author });
    expect((await words(reader))[0]).toBe(excerpt);
    const manager = await t.signIn('MANAGER');
    await createPost(t, manager, { boardType: 'NOTICE', content: '<p>강의실이 바뀝니다.</p>' });
    expect((await words(third))[0]).toBe('강의실이 바뀝니다.');
  });

  it('are gone with the comment or the post, and for a reader who blocks the writer [NOTIF-50]', async () => {
    const title = '없어질 글';
    const postId = await createPost(t, author, { title });
    const comment = await writeComment(t, reader, postId, { content: '지울 댓글' });
    const otherId = await createPost(t, author, { title });
    await writeComment(t, third, otherId, { content: '막힌 댓글' });
    expect(await words(author)).toEqual(['막힌 댓글', '지울 댓글']);
    await t.call('POST', '/api/friend/block', { as: author, body: { id: third.id } });
    await t.call('DELETE', `/api/comment/${comment.id}`, { as: reader });
    expect(await words(author)).toEqual([]);
    await t.call('DELETE', `/api/friend/block/${third.id}`, { as: author });
    expect(await words(author)).toEqual(['막힌 댓글']);
    await t.call('DELETE', `/api/post/${otherId}`, { as: author });
    expect(await bellOf(author)).toEqual([]);
  });

  it('follow the current title of the post [NOTIF-52]', async () => {
    const manager = await t.signIn('MANAGER');
    const body = { boardType: 'NOTICE', title: '<전학년> 보강 12월 3일', content: '<p>보강</p>' };
    const { json } = await t.call('POST', '/api/post/post-up', { as: manager, body });
    const content = async () => (await bellOf(author))[0]?.content;
    expect(await content()).toBe("조교 공지 '<전학년> 보강 12월 3일' 글이 올라왔습니다.");
    await t.call('PUT', `/api/post/post-up/${json.id}`, {
      as: manager,
      body: { ...body, title: '<전학년> 보강 12월 4일' },
    });
    expect(await content()).toBe("조교 공지 '<전학년> 보강 12월 4일' 글이 올라왔습니다.");
  });
});
