import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { answerQuestion } from '../../testing/factories/lecture-posts.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { isShort } from '../../testing/pairs.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import {
  CAUSES,
  type Cast,
  type CauseName,
  CHANGES,
  type ChangeName,
} from './notifications.causes.fixture.ts';

/** `gone`: until the change is undone. `ends`: also after it. `-`: cannot occur. */
type Outcome = 'gone' | 'ends' | 'stays' | '-';

const COMMENT_CHANGES = [
  'removed',
  'blinded',
  'thread removed',
  'taken back',
  'taken back and done again',
  'author withdrew',
  'author suspended',
  'author blocked',
  'room left',
  'room closed',
  'purged',
] as const satisfies readonly ChangeName[];

/**
 * Columns in the order of `COMMENT_CHANGES`. Posts keep their board, polls and chats have no notifications, and an
 * inquiry stays answered, so nothing of these can change.
 */
const TABLE: Record<CauseName, string> = {
  comment: 'gone gone gone - - stays stays gone - - gone',
  reply: 'gone gone gone - - stays stays gone - - gone',
  mention: 'gone gone gone gone - stays stays gone - - gone',
  'followed-post': 'gone gone gone - - stays stays gone - - gone',
  'followed-board': 'gone gone gone - - stays stays gone - - gone',
  keyword: 'gone gone gone - - stays stays gone - - gone',
  'like of a post': 'gone gone gone gone gone stays stays gone - - gone',
  'like of a comment': 'gone gone gone gone gone stays stays gone - - gone',
  accept: 'ends gone gone gone gone stays stays stays - - gone',
  notice: 'gone - gone - - - - - - - gone',
  'must-read': 'gone - gone gone - - - - - - gone',
  'lecture notice': 'gone gone gone - - - - - gone gone gone',
  question: 'gone gone gone - - stays stays gone - gone gone',
  answer: 'gone gone gone gone - - - - - gone gone',
  'friend request': '- - - gone - gone stays gone - - -',
  'friend accepted': '- - - gone - gone stays ends - - -',
  'anonymous comment': 'gone gone gone - - stays stays stays - - gone',
  'anonymous like': 'gone gone gone gone gone stays stays stays - - gone',
  'anonymous post of a board': 'gone gone gone - - stays stays stays - - gone',
};

const cells = (Object.keys(CAUSES) as CauseName[]).flatMap((cause, row) =>
  COMMENT_CHANGES.flatMap((change, column) => {
    const outcome = TABLE[cause].split(' ')[column] as Outcome;
    const isTaken =
      !isShort ||
      column === row % COMMENT_CHANGES.length ||
      (row + 3) % COMMENT_CHANGES.length === column;
    return outcome === '-' || !isTaken ? [] : [[cause, change, outcome] as const];
  }),
);

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let cast: Cast;
beforeEach(async () => {
  const [receiver, actor, staff, moderator, professor] = await Promise.all([
    t.signIn('STUDENT'),
    t.signIn('STUDENT'),
    t.signIn('ADMIN'),
    t.signIn('ADMIN'),
    t.signIn('PROFESSOR'),
  ]);
  cast = { t, receiver, actor, staff, moderator, professor };
});

/** Sends what waits for the end of its minute, too. */
async function settle(): Promise<void> {
  t.clock.advance(60);
  await t.services.notifications.sendNotifications();
  await t.services.events.drain();
}

/** As of the call, for members whose sessions are over by now. */
const listOf = ({ id: memberId, roles }: SignedIn, withRead = false) =>
  t.services.notifications.list({ memberId, sessionId: '', roles }, withRead);

/** The notification in the bell, in the badge, and among what may leave by push or e-mail. */
async function look(isAbout: (id: number) => boolean) {
  const { notices, unreadCount } = await listOf(cast.receiver);
  const leaving = await t.services.notifications.listLeaving(cast.receiver.id);
  const all = await listOf(cast.receiver, true);
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).filter(isAbout);
  return {
    bell: idsOf(notices),
    all: idsOf(all.notices),
    leaving: idsOf(leaving.notices),
    isCounted: unreadCount === notices.length && leaving.unreadCount === unreadCount,
  };
}

/** Whether devices are to show it. */
const rings = async (id: number) => {
  const { rows } = await t.db.execute(sql`select id from push_due where notification_id = ${id}`);
  return rows.length > 0;
};

async function listen(): Promise<void> {
  await t.db.execute(sql`insert into push_devices (member_id, session_id, endpoint_hash, subscription, server_key)
    select member_id, id, int8send(member_id), '', 'key' from sessions where member_id = ${cast.receiver.id} limit 1`);
}

describe('a notification when its cause changes', () => {
  it.each(cells)('%s: %s: %s [NOTIF-84]', async (cause, change, outcome) => {
    await t.call('POST', '/api/notice/read-all', { as: cast.receiver, body: { noticeIds: [] } });
    const made = await CAUSES[cause](cast);
    await settle();
    const [first] = (await listOf(cast.receiver)).notices;
    const id = first?.id ?? 0;
    const isIt = (other: number) => other === id;
    const there = { bell: [id], all: [id], leaving: [id], isCounted: true };
    const gone = { bell: [], all: [], leaving: [], isCounted: true };
    expect(await look(isIt)).toEqual(there);
    await listen();
    const { run, undo } = CHANGES[change];
    await run(cast, made);
    await settle();
    expect(await look(isIt)).toEqual(outcome === 'stays' ? there : gone);
    if (outcome === 'stays' || undo === null) return;
    await undo(cast, made);
    await settle();
    expect(await look(isIt)).toEqual(outcome === 'ends' ? gone : there);
    expect(await rings(id)).toBe(false);
  });
});

describe('notifications of one group', () => {
  const blindAndShow = async (content: { type: 'POST'; id: number }) => {
    const made = { content, postId: content.id };
    cast.t.clock.advance(60);
    await CHANGES.blinded.run(cast, made);
    await CHANGES.blinded.undo(cast, made);
    const { notices } = await listOf(cast.receiver, true);
    return notices.filter(({ subType }) => subType !== 'blind-lifted').map(({ id }) => id);
  };

  it('are one for what happened again, also once it was hidden meanwhile [NOTIF-84]', async () => {
    const { content, room, postId, takeBack } = await CAUSES.answer(cast);
    t.clock.advance(60);
    await takeBack();
    t.clock.advance(60);
    await answerQuestion(t, cast.professor, { lectureId: room, postId });
    expect(await blindAndShow(content)).toHaveLength(1);
  });

  it('return together when they went together [NOTIF-84]', async () => {
    const { content, postId } = await CAUSES['like of a post'](cast);
    await t.call('POST', '/api/notice/read-all', { as: cast.receiver, body: { noticeIds: [] } });
    t.clock.advance(60);
    await t.call('POST', `/api/post/${postId}/like`, { as: await t.signIn('STUDENT') });
    expect(await blindAndShow({ ...content, type: 'POST' })).toHaveLength(2);
  });
});

describe('a notification that counts several', () => {
  it('has the number, words and target of those that are left, on open pages at once [NOTIF-84]', async () => {
    await t.services.live.place(cast.receiver.id);
    const postId = await createPost(t, cast.receiver, { title: '모집' });
    const ids: number[] = [];
    for (const content of ['하나', '둘', '셋'])
      ids.push((await writeComment(t, cast.actor, postId, { content })).id);
    const before = (await readEvents(t, cast.receiver)).length;
    await t.call('DELETE', `/api/comment/${ids[2]}`, { as: cast.actor });
    const bell = async () =>
      (await t.call('GET', '/api/member/my-notices', { as: cast.receiver })).json.notices;
    expect(await bell()).toMatchObject([
      {
        count: 2,
        content: "'모집' 글에 새 댓글 2개가 달렸습니다.",
        excerpt: '둘',
        targetUrl: `/main/community/free/post/${postId}#comment-${ids[1]}`,
      },
    ]);
    expect((await readEvents(t, cast.receiver)).length).toBeGreaterThan(before);
    await t.call('DELETE', `/api/comment/${ids[0]}`, { as: cast.actor });
    expect((await bell())[0].content).toContain(`${cast.actor.nickname}님이 댓글을 남겼습니다.`);
    await writeComment(t, cast.actor, postId, { content: '넷' });
    expect(await bell()).toMatchObject([{ count: 2, excerpt: '넷' }]);
  });

  it('counts likes that are left, also below an anonymous post [NOTIF-84]', async () => {
    for (const boardType of ['FREE', 'SECRET'] as const) {
      const postId = await createPost(t, cast.receiver, { boardType });
      const other = await t.signIn('STUDENT');
      for (const as of [cast.actor, other])
        await t.call('POST', `/api/post/${postId}/like`, { as });
      await t.call('POST', `/api/post/${postId}/unlike`, { as: other });
      await settle();
      const { json } = await t.call('GET', '/api/member/my-notices', { as: cast.receiver });
      const name = boardType === 'FREE' ? `${cast.actor.nickname}님이` : '1명이';
      expect(json.notices[0].content).toContain(`${name} 좋아합니다.`);
    }
  });

  it('rings once for a notice with a keyword of its reader [NOTIF-85]', async () => {
    await t.call('POST', '/api/member/alert-words', {
      as: cast.receiver,
      body: { word: '풍랑경보' },
    });
    const body = { boardType: 'NOTICE', title: '풍랑경보 안내', content: '<p>내용</p>' };
    await t.call('POST', '/api/post/post-up', { as: cast.staff, body });
    await settle();
    const { json } = await t.call('GET', '/api/member/my-notices', { as: cast.receiver });
    expect(json.notices.map(({ type }: { type: string }) => type)).toEqual(['notice']);
  });
});

describe('a notification of staff', () => {
  it('says what still waits, and goes when nothing does [NOTIF-84]', async () => {
    const ask = async (title: string) => {
      const body = { title, content: '내용', category: 'GENERAL' };
      return (await t.call('POST', '/api/inquiry', { as: cast.actor, body })).json.inquiry.id;
    };
    const work = async () =>
      (await listOf(cast.staff)).notices.filter(({ subType }) => subType === 'work');
    const answer = (id: number) =>
      t.call('POST', `/api/inquiry/${id}/complete`, {
        as: cast.moderator,
        body: { answer: '답변입니다.' },
      });
    const ids = [await ask('하나'), await ask('둘')];
    expect(await work()).toMatchObject([{ content: '새 문의 등 2건이 처리를 기다리고 있습니다.' }]);
    await answer(ids[0]);
    expect(await work()).toMatchObject([{ content: '새 문의 1건이 처리를 기다리고 있습니다.' }]);
    await answer(ids[1]);
    expect(await work()).toEqual([]);
  });
});
