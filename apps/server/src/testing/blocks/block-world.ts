import type { Role } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import { openEvent } from '../../domain/live/live-events.ts';
import { deliver, subscribe } from '../../features/push/push.fixture.ts';
import { writeComment } from '../factories/comments.ts';
import { readEvents } from '../factories/events.ts';
import { befriend } from '../factories/friends.ts';
import { createLecturePost } from '../factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../factories/lecture-rooms.ts';
import { createMember } from '../factories/members.ts';
import { createPetition } from '../factories/petitions.ts';
import { createPost, vote } from '../factories/posts.ts';
import { recruit } from '../factories/teams.ts';
import { clearThrottles } from '../matrix/world.ts';
import type { TestBrowser, TestPushService } from '../push-service.ts';
import { type CallResult, createTestApp, type SignedIn, type TestApp } from '../test-app.ts';

/** The nickname of the member who blocks, and a word of the texts. */
export const OTHER = '등대지기';
export const WORD = '난파선';
export const POLL = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: false };

/** A site in which `me` is blocked by `other`, or a stranger to them. */
export interface BlockWorld {
  t: TestApp;
  me: SignedIn;
  other: SignedIn;
  neighbour: SignedIn;
  browsers: { me: TestBrowser; other: TestBrowser };
  /** Written by `other`: a post with a poll, a question, two items, a petition. */
  posts: { free: number; question: number; item: number; soldItem: number; petition: number };
  own: { free: number; question: number };
  /** Recruiting posts, to which the other one has applied. */
  teams: { ofOther: number; own: number };
  /** By the neighbour, below which both write. */
  shared: number;
  comments: { ofOther: number; mine: number; inShared: number };
  lecture: { id: number; question: number };
  /** About the item, with a message of each. */
  room: number;
}

async function join(t: TestApp, role: Role, name: string, nickname: string): Promise<SignedIn> {
  const values = { username: name, email: `${name}@g.kmou.ac.kr`, nickname, name: `실명${name}` };
  const member = await t.signInAs(await createMember(t.db, role, values));
  await t.services.live.place(member.id);
  return member;
}

/** A call that must succeed, without limits. */
export async function done(
  t: TestApp,
  as: SignedIn,
  [method, url, body]: Call,
): Promise<CallResult> {
  await clearThrottles(t);
  t.clock.advance(10);
  const result = await t.call(method, url, { as, ...(body !== undefined && { body }) });
  if (result.status >= 300) throw new Error(`${method} ${url} refused: ${result.text}`);
  await t.services.events.drain();
  return result;
}

export type Call = readonly [method: string, url: string, body?: object];

/** Strangers, friends until the other member ends it or blocks, or a stranger whose request waits. */
export type Story =
  | 'stranger'
  | 'blocked'
  | 'left friend'
  | 'blocked friend'
  | 'asked'
  | 'asked, blocked';

/** The same in every world, up to the block. */
export async function buildBlockWorld(service: TestPushService, story: Story): Promise<BlockWorld> {
  const t = await createTestApp({ env: { PUSH_SERVICES: 'http://127.0.0.1' } });
  const me = await join(t, 'STUDENT', 'memberme', '파도타기');
  const other = await join(t, 'STUDENT', 'memberother', OTHER);
  const neighbour = await join(t, 'STUDENT', 'neighbour', '이웃섬');
  const browsers = { me: service.subscribe(), other: service.subscribe() };
  await subscribe(t, me, browsers.me);
  await subscribe(t, other, browsers.other);
  await befriend(t.db, me, neighbour, t.clock.now());
  await befriend(t.db, other, neighbour, t.clock.now());
  for (const as of [me, other, neighbour]) {
    await done(t, as, ['PUT', '/api/timetable/open', { isOpen: true }]);
  }
  // The export of the account has this time, which is that of the database.
  await t.db.execute(sql`update timetable_openings set created_at = ${t.clock.now()}`);
  const write = async (as: SignedIn, title: string, values: object = {}) => {
    t.clock.advance(10);
    return createPost(t, as, { title, content: `<p>${title} 내용</p>`, ...values });
  };
  const posts = {
    free: await write(other, `${WORD} 이야기`, { poll: POLL }),
    question: await write(other, `${WORD} 질문`, { boardType: 'QNA' }),
    item: await write(other, `${WORD} 지도`, { boardType: 'MARKET' }),
    soldItem: await write(other, `${WORD} 나침반`, { boardType: 'MARKET' }),
    petition: await createPetition(t, other, { title: `${WORD} 청원` }),
  };
  const own = {
    free: await write(me, '파도 이야기'),
    question: await write(me, '파도 질문', { boardType: 'QNA' }),
  };
  const text = { title: '함께할 사람', content: '<p>매주 만납니다.</p>' };
  const teams = {
    ofOther: await recruit(t, other, [me], text),
    own: await recruit(t, me, [other], text),
  };
  const shared = await write(neighbour, '섬 이야기');
  await vote(t, other, posts.free, 0);
  const say = async (as: SignedIn, postId: number, content: string) =>
    (await writeComment(t, as, postId, { content })).id;
  const comments = {
    ofOther: await say(other, posts.free, `${WORD} 댓글`),
    mine: await say(me, posts.free, '파도 댓글'),
    inShared: await say(other, shared, `${WORD} 이웃 댓글`),
  };
  const id = await createLectureRoom(t, { title: `${WORD} 강의` });
  for (const member of [me, other, neighbour]) await markRoom(t, member, id);
  const question = await createLecturePost(t, other, id, {
    title: `${WORD} 강의 질문`,
    content: '<p>강의 내용</p>',
  });
  const { roomId: room } = (await done(t, me, ['POST', `/api/mail/item/${posts.item}`])).json;
  for (const as of [me, other]) {
    await done(t, as, ['POST', `/api/mail/send-mail/${room}`, { content: `${WORD} 남아 있나요` }]);
  }
  await done(t, me, ['PUT', '/api/board/follow', { boardType: 'FREE', follows: true }]);
  await done(t, me, ['PUT', `/api/post/${shared}/follow`, { follows: true }]);
  await done(t, me, ['POST', '/api/member/alert-words', { word: WORD }]);
  for (const as of [me, other]) {
    await done(t, as, ['POST', '/api/notice/read-all', { noticeIds: [] }]);
    await done(t, as, ['PUT', `/api/mail/read-room/${room}`]);
  }
  t.clock.advance(60 * 60);
  await deliver(t);
  for (const browser of Object.values(browsers)) browser.received.length = 0;
  const blocker = await t.signInAs(other);
  if (story.endsWith('friend')) await befriend(t.db, me, other, t.clock.now());
  if (story.startsWith('asked')) {
    const asker = await t.signInAs(me);
    await done(t, asker, ['POST', '/api/friend/add-friend', { id: other.id }]);
  }
  if (story.includes('blocked')) {
    await done(t, blocker, ['POST', '/api/friend/block', { id: me.id }]);
  } else if (story === 'left friend') await done(t, blocker, ['DELETE', `/api/friend/${me.id}`]);
  else t.clock.advance(10);
  const lecture = { id, question };
  const written = { posts, own, teams, shared, comments, lecture, room };
  const world = { t, me, other, neighbour, browsers, ...written };
  await signInAgain(world);
  return world;
}

/** Access tokens end within the hours that the tests let pass. */
export async function signInAgain(world: BlockWorld): Promise<void> {
  world.me = await world.t.signInAs(world.me);
  world.other = await world.t.signInAs(world.other);
}

/** What reached a member without asking: live events and messages to the device. */
export async function arrivedAt(world: BlockWorld, who: 'me' | 'other', after = 0) {
  const events = await readEvents(world.t, world[who]);
  return {
    events: events.slice(after).map(({ payload }) => openEvent(world.t.seal, payload)),
    pushed: world.browsers[who].received.map(({ title, body, url }) => ({ title, body, url })),
  };
}
