import { sql } from 'drizzle-orm';
import { blind, unblind } from '../../domain/posts/blinds.repo.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { answerQuestion, createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import type { SignedIn, TestApp } from '../../testing/test-app.ts';

export interface Cast {
  t: TestApp;
  /** Gets the notification. */
  receiver: SignedIn;
  /** Did what it is about. */
  actor: SignedIn;
  staff: SignedIn;
  /** Decides about what the others wrote. */
  moderator: SignedIn;
  professor: SignedIn;
}

/** What a notification is about, and how it is taken back and done again. */
interface Made {
  content: { type: 'POST' | 'COMMENT'; id: number } | null;
  postId: number | null;
  room?: number;
  takeBack?: () => Promise<unknown>;
  again?: () => Promise<unknown>;
}

type Method = 'POST' | 'PUT' | 'DELETE';

async function done(t: TestApp, method: Method, url: string, as: SignedIn, body?: object) {
  const { status, text } = await t.call(method, url, { as, ...(body && { body }) });
  if (status >= 300) throw new Error(`${method} ${url}: ${status} ${text}`);
}

const settle = (t: TestApp) => t.services.events.drain();

async function comment(cast: Cast, boardType: 'FREE' | 'SECRET' | 'QNA', content = '댓글') {
  const postId = await createPost(cast.t, cast.receiver, { boardType });
  const { id } = await writeComment(cast.t, cast.actor, postId, { content });
  return { content: { type: 'COMMENT', id } as const, postId };
}

async function like(cast: Cast, what: 'post' | 'comment', boardType: 'FREE' | 'SECRET') {
  const { t, receiver, actor } = cast;
  const postId = await createPost(t, receiver, { boardType });
  const id = what === 'post' ? postId : (await writeComment(t, receiver, postId)).id;
  const send = (verb: string) => done(t, 'POST', `/api/${what}/${id}/${verb}`, actor);
  await send('like');
  const content = { type: what === 'post' ? 'POST' : 'COMMENT', id } as const;
  return { content, postId, takeBack: () => send('unlike'), again: () => send('like') };
}

async function boardPost({ t, receiver, actor }: Cast, boardType: 'FREE' | 'SECRET') {
  await done(t, 'PUT', '/api/board/follow', receiver, { boardType, follows: true });
  const id = await createPost(t, actor, { boardType });
  return { content: { type: 'POST', id } as const, postId: id };
}

const NOTICE = { boardType: 'NOTICE', title: '안내', content: '<p>내용</p>' };

async function notice({ t, staff }: Cast, body: object = {}) {
  const { json } = await t.call('POST', '/api/post/post-up', {
    as: staff,
    body: { ...NOTICE, ...body },
  });
  return { content: { type: 'POST', id: json.id } as const, postId: json.id as number };
}

const friend = ({ t, receiver, actor }: Cast) => ({
  add: (from: SignedIn, to: SignedIn) =>
    done(t, 'POST', '/api/friend/add-friend', from, { id: to.id }),
  end: () => done(t, 'DELETE', `/api/friend/${receiver.id}`, actor),
});

/** A notification of every sub-type whose cause can become another one. */
export const CAUSES = {
  comment: (cast) => comment(cast, 'FREE'),
  reply: async ({ t, receiver, actor, staff }) => {
    const postId = await createPost(t, staff);
    const own = await writeComment(t, receiver, postId);
    const { id } = await writeComment(t, actor, postId, { parentId: own.id });
    return { content: { type: 'COMMENT', id }, postId };
  },
  mention: async ({ t, receiver, actor, staff }) => {
    const postId = await createPost(t, staff);
    const { id } = await writeComment(t, actor, postId, {
      content: `@${receiver.nickname} 안녕하세요`,
    });
    const edit = (content: string) => done(t, 'PUT', `/api/comment/${id}`, actor, { content });
    return { content: { type: 'COMMENT', id }, postId, takeBack: () => edit('안녕하세요') };
  },
  'followed-post': async ({ t, receiver, actor, staff }) => {
    const postId = await createPost(t, staff);
    await done(t, 'PUT', `/api/post/${postId}/follow`, receiver, { follows: true });
    const { id } = await writeComment(t, actor, postId);
    return { content: { type: 'COMMENT', id }, postId };
  },
  'followed-board': (cast) => boardPost(cast, 'FREE'),
  keyword: async ({ t, receiver, actor }) => {
    await done(t, 'POST', '/api/member/alert-words', receiver, { word: '등대지기' });
    const id = await createPost(t, actor, { title: '등대지기 모집' });
    return { content: { type: 'POST', id }, postId: id };
  },
  'like of a post': (cast) => like(cast, 'post', 'FREE'),
  'like of a comment': (cast) => like(cast, 'comment', 'FREE'),
  accept: async ({ t, receiver, actor }) => {
    const postId = await createPost(t, actor, { boardType: 'QNA' });
    const { id } = await writeComment(t, receiver, postId);
    const send = (commentId: number | null) =>
      done(t, 'POST', `/api/post/${postId}/accept`, actor, { commentId });
    await send(id);
    const ways = { takeBack: () => send(null), again: () => send(id) };
    return { content: { type: 'COMMENT', id }, postId, ...ways };
  },
  notice: (cast) => notice(cast),
  'must-read': async (cast) => {
    const made = await notice(cast, { mustRead: {} });
    await settle(cast.t);
    await done(cast.t, 'POST', '/api/notice/read-all', cast.receiver, { noticeIds: [] });
    cast.t.clock.advance(24 * 60 * 60);
    await cast.t.services.mustReads.remind(actorOf(cast.staff), made.postId);
    const takeBack = async () => {
      // The session before is over by now.
      const staff = await cast.t.signInAs(cast.staff);
      const body = { ...NOTICE, mustRead: null };
      await done(cast.t, 'PUT', `/api/post/post-up/${made.postId}`, staff, body);
    };
    return { ...made, takeBack };
  },
  'lecture notice': async ({ t, receiver, professor }) => {
    const room = await createLectureRoom(t, { membersOnly: true, professorId: professor.id });
    await markRoom(t, receiver, room);
    const id = await createLecturePost(t, professor, room, { boardType: 'LECTURE_N' });
    return { content: { type: 'POST', id }, postId: id, room };
  },
  question: async ({ t, receiver, actor }) => {
    const room = await createLectureRoom(t, { professorId: receiver.id });
    const id = await createLecturePost(t, actor, room);
    return { content: { type: 'POST', id }, postId: id, room };
  },
  answer: async ({ t, receiver, professor }) => {
    const room = await createLectureRoom(t, { professorId: professor.id });
    const postId = await createLecturePost(t, receiver, room);
    await answerQuestion(t, professor, { lectureId: room, postId });
    const takeBack = () =>
      done(t, 'DELETE', `/api/lecture-room/${room}/posts/${postId}/answer`, professor);
    return { content: { type: 'POST', id: postId }, postId, room, takeBack };
  },
  'friend request': async (cast) => {
    const { add, end } = friend(cast);
    await add(cast.actor, cast.receiver);
    return { content: null, postId: null, takeBack: end };
  },
  'friend accepted': async (cast) => {
    const { add, end } = friend(cast);
    await add(cast.receiver, cast.actor);
    await add(cast.actor, cast.receiver);
    return { content: null, postId: null, takeBack: end };
  },
  'anonymous comment': (cast) => comment(cast, 'SECRET'),
  'anonymous like': (cast) => like(cast, 'post', 'SECRET'),
  'anonymous post of a board': (cast) => boardPost(cast, 'SECRET'),
} satisfies Record<string, (cast: Cast) => Promise<Made>>;

export type CauseName = keyof typeof CAUSES;

interface Change {
  run: (cast: Cast, made: Made) => Promise<unknown>;
  /** Null when it cannot be undone. */
  undo: ((cast: Cast, made: Made) => Promise<unknown>) | null;
}

const actorOf = ({ id, roles }: SignedIn) => ({ memberId: id, sessionId: '', roles });

async function remove({ t, moderator }: Cast, content: Made['content']) {
  if (content === null) return;
  const service = content.type === 'POST' ? t.services.posts : t.services.comments;
  const removed = { id: content.id, reason: '도배' };
  await t.services.live.transaction((tx, emit) =>
    service.removeByStaff(tx, emit, actorOf(moderator), removed),
  );
}

async function restore({ t }: Cast, { type, id }: NonNullable<Made['content']>) {
  const body = { reason: '실수' };
  await done(t, 'POST', `/api/admin/removed/${type}/${id}/restore`, await t.signIn('ADMIN'), body);
}

async function judge({ t, staff }: Cast, { content }: Made, isBlinded: boolean) {
  if (content === null) return;
  await t.services.live.transaction(async (tx, emit) => {
    if (isBlinded) await blind(tx, content, t.clock.now());
    else await unblind(tx, content);
    const what = { actorId: staff.id };
    const { notifications } = t.services;
    if (content.type === 'POST') {
      const name = isBlinded ? 'postBlinded' : 'postUnblinded';
      return notifications[name](tx, emit, { ...what, postId: content.id });
    }
    const name = isBlinded ? 'commentBlinded' : 'commentUnblinded';
    return notifications[name](tx, emit, { ...what, commentId: content.id });
  });
}

/** The thread of what it is about, if that is a comment. */
const threadOf = ({ postId }: Made) => ({ type: 'POST', id: postId ?? 0 }) as const;

/** All that can become of a cause. */
export const CHANGES = {
  removed: {
    run: (cast, { content }) => remove(cast, content),
    undo: (cast, { content }) => (content ? restore(cast, content) : Promise.resolve()),
  },
  blinded: {
    run: (cast, made) => judge(cast, made, true),
    undo: (cast, made) => judge(cast, made, false),
  },
  'thread removed': {
    run: (cast, made) => remove(cast, threadOf(made)),
    undo: (cast, made) => restore(cast, threadOf(made)),
  },
  'taken back': { run: (_, made) => made.takeBack?.() ?? Promise.resolve(), undo: null },
  'taken back and done again': {
    run: (_, made) => made.takeBack?.() ?? Promise.resolve(),
    undo: (_, made) => made.again?.() ?? Promise.resolve(),
  },
  'author withdrew': {
    run: ({ t, actor }) => t.services.account.removeUnused(actor.id, async () => true),
    undo: null,
  },
  'author suspended': {
    run: ({ t, actor }) =>
      t.db.execute(
        sql`update members set suspended_until = now() + interval '9 years' where id = ${actor.id}`,
      ),
    undo: null,
  },
  'author blocked': {
    run: ({ t, receiver, actor }) =>
      done(t, 'POST', '/api/friend/block', receiver, { id: actor.id }),
    undo: ({ t, receiver, actor }) => done(t, 'DELETE', `/api/friend/block/${actor.id}`, receiver),
  },
  'room left': {
    run: ({ t, receiver }, { room = 0 }) => t.services.lectures.unmark(actorOf(receiver), room),
    undo: null,
  },
  'room closed': {
    run: ({ t, staff }, { room = 0 }) => t.services.lectures.remove(actorOf(staff), room),
    undo: null,
  },
  purged: {
    run: async (cast, { content }) => {
      await remove(cast, content);
      cast.t.clock.advance(60);
      await cast.t.services.notifications.sendNotifications();
      cast.t.clock.advance(31 * 24 * 60 * 60);
      await cast.t.services.jobs.content.run();
    },
    undo: null,
  },
} satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;
