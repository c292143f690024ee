import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerQuestion, createLecturePost } from '../../testing/factories/lecture-posts.ts';
import {
  changeRoom,
  createLectureRoom,
  markRoom,
  unmarkRoom,
} from '../../testing/factories/lecture-rooms.ts';
import { changePost, createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let start: Date;
let professor: SignedIn;
let asker: SignedIn;
let reader: SignedIn;
let staff: SignedIn;
let room: number;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  [professor, asker, reader, staff] = await Promise.all([
    t.signIn('PROFESSOR'),
    t.signIn('STUDENT'),
    t.signIn('USER'),
    t.signIn('MANAGER'),
  ]);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.set(start);
  room = await createLectureRoom(t, { professorId: professor.id });
});

const list = (as: SignedIn, query: string) =>
  t.call('GET', `/api/lecture-room/posts?${query}`, { as });
const read = (as: SignedIn, lectureId: number, postId: number) =>
  t.call('GET', `/api/post/${lectureId}/${postId}`, { as });

describe('GET /api/lecture-room/posts', () => {
  it('refuses a caller without a token and an unknown board', async () => {
    const url = `/api/lecture-room/posts?lectureId=${room}`;
    expect((await t.call('GET', `${url}&type=LECTURE_Q`)).status).toBe(401);
    const { status, json } = await list(reader, `lectureId=${room}&type=free`);
    expect([status, json.message]).toEqual([400, '올바르지 않은 게시판 카테고리입니다.']);
    expect((await list(reader, `lectureId=${room}`)).status).toBe(400);
  });

  it('responds 404 for a missing or deleted room', async () => {
    await changeRoom(t, room, { deletedAt: t.clock.now() });
    for (const id of [room, 987_654_321]) {
      const { status, json } = await list(reader, `lectureId=${id}&type=LECTURE_Q`);
      expect([status, json.error]).toEqual([404, 'LECTURE_NOT_FOUND']);
    }
  });

  it('lists one board of one room by page, newest first [ROOM-05]', async () => {
    const other = await createLectureRoom(t);
    await createLecturePost(t, asker, other);
    await createLecturePost(t, asker, room, { boardType: 'LECTURE_R' });
    const ids: number[] = [];
    for (let place = 0; place < 3; place += 1) {
      t.clock.advance(60);
      ids.unshift(await createLecturePost(t, asker, room));
    }
    const whole = (await list(reader, `lectureId=${room}&type=lecture_q`)).json;
    expect(whole.data.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(whole).toMatchObject({ currentPage: 0, totalPages: 1, totalCount: 3 });
    const second = (await list(reader, `lectureId=${room}&type=LECTURE_Q&page=1&size=2`)).json;
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2));
    const past = (await list(reader, `lectureId=${room}&type=LECTURE_Q&page=9`)).json;
    expect(past).toMatchObject({ data: [], totalCount: 3 });
    expect((await list(reader, `lectureId=${room}&type=LECTURE_Q&size=51`)).status).toBe(400);
  });

  it('filters answered and unanswered questions', async () => {
    const waiting = await createLecturePost(t, asker, room);
    const answered = await createLecturePost(t, asker, room);
    await answerQuestion(t, professor, { lectureId: room, postId: answered });
    const idsOf = async (filter: string) =>
      (await list(reader, `lectureId=${room}&type=LECTURE_Q&filter=${filter}`)).json.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await idsOf('waiting')).toEqual([waiting]);
    expect(await idsOf('answered')).toEqual([answered]);
    expect(await idsOf('all')).toHaveLength(2);
    expect((await list(reader, `lectureId=${room}&type=LECTURE_Q&filter=x`)).status).toBe(400);
  });
});

describe('GET /api/post/:lectureId/:postId', () => {
  it('responds 404 for board posts, other rooms, missing and deleted posts [ROLE-26, ROLE-27]', async () => {
    const other = await createLectureRoom(t);
    const board = await createPost(t, asker);
    const question = await createLecturePost(t, asker, room);
    const deleted = await createLecturePost(t, asker, room);
    await changePost(t, deleted, { deletedAt: t.clock.now() });
    const pairs = [
      [room, board],
      [other, question],
      [room, deleted],
      [room, 987_654_321],
      [987_654_321, question],
    ] as const;
    for (const [lectureId, postId] of pairs) {
      const { status, json } = await read(reader, lectureId, postId);
      expect([status, json.error, json.message]).toEqual([
        404,
        'POST_NOT_FOUND',
        '게시글을 찾을 수 없습니다.',
      ]);
    }
    expect((await read(reader, room, question)).status).toBe(200);
  });

  it('responds 404 to board calls for lecture posts and to room calls for board posts [ROLE-26]', async () => {
    const board = await createPost(t, asker);
    const question = await createLecturePost(t, asker, room);
    const body = { boardType: 'FREE', title: '제목', content: '<p>글</p>' };
    const calls = [
      ['GET', `/api/post/${question}`, undefined],
      ['GET', `/api/post/${question}/comments`, undefined],
      ['POST', `/api/post/${question}/comments`, { content: '말' }],
      ['PUT', `/api/post/post-up/${question}`, body],
      ['POST', `/api/post/${question}/accept`, { commentId: null }],
      ['GET', `/api/post/lecture/${board}/comments`, undefined],
      ['POST', `/api/lecture-room/${board}/comments`, { content: '말' }],
      [
        'PUT',
        `/api/post/lecture-post-up/${board}`,
        { ...body, boardType: 'LECTURE_Q', lectureId: room },
      ],
    ] as const;
    for (const [method, url, sent] of calls) {
      const { status, json } = await t.call(method, url, {
        as: asker,
        ...(sent && { body: sent }),
      });
      expect([url, status, json.error]).toEqual([url, 404, 'POST_NOT_FOUND']);
    }
  });

  it('shows no lecture post in board lists, search, summaries and the popular list', async () => {
    const word = '부표항로표지';
    await createLecturePost(t, asker, room, { title: word, content: `<p>${word}</p>` });
    const query = encodeURIComponent(word);
    for (const board of ['FREE', 'QNA', 'POPULAR']) {
      for (const filter of ['title', 'content', 'all']) {
        const url = `/api/post?boardType=${board}&filter=${filter}&query=${query}`;
        expect((await t.call('GET', url, { as: reader })).text).not.toContain(word);
      }
    }
    for (const url of ['/api/post?boardType=POPULAR&size=50', '/api/post/POPULAR/summary']) {
      expect((await t.call('GET', url, { as: reader })).text).not.toContain(word);
    }
    expect((await t.call('GET', '/api/post?boardType=LECTURE_Q', { as: reader })).status).toBe(400);
  });

  it('shows an open post with author and room', async () => {
    const id = await createLecturePost(t, asker, room, { title: '공개 질문' });
    const { json } = await read(reader, room, id);
    expect(json).toMatchObject({
      id,
      title: '공개 질문',
      lecturePostType: 'LECTURE_Q',
      boardType: 'LECTURE_Q',
      anonymous: false,
      writerId: asker.id,
      writerNickname: asker.nickname,
      writerRoles: ['USER', 'STUDENT'],
      answer: null,
      answered: false,
      isAuthor: false,
      canAnswer: false,
      lectureRoomId: room,
      viewCount: 1,
      attachments: [],
    });
    expect((await read(asker, room, id)).json.isAuthor).toBe(true);
    expect((await read(professor, room, id)).json.canAnswer).toBe(true);
    expect((await read(staff, room, id)).json.canAnswer).toBe(true);
  });

  it('counts a view once a day, the author only on anonymous posts [ANON-15]', async () => {
    const open = await createLecturePost(t, asker, room);
    const secret = await createLecturePost(t, asker, room, { anonymous: true });
    const views = async (as: SignedIn, id: number) => (await read(as, room, id)).json.viewCount;
    expect([
      await views(asker, open),
      await views(reader, open),
      await views(reader, open),
    ]).toEqual([0, 1, 1]);
    expect([await views(asker, secret), await views(reader, secret)]).toEqual([1, 2]);
  });

  it('hides the author of an anonymous question from every member but the author [ROOM-02]', async () => {
    const id = await createLecturePost(t, asker, room, { anonymous: true });
    expect(id).toBeGreaterThan(2 ** 40);
    for (const as of [reader, professor, staff, await t.signIn('ADMIN')]) {
      const { json, text } = await read(as, room, id);
      expect(json).toMatchObject({
        lecturePostType: 'SECRET',
        boardType: 'LECTURE_Q',
        anonymous: true,
        writerId: null,
        writerNickname: '익명',
        writerProfileThumbnails: null,
        writerRoles: [],
        isAuthor: false,
      });
      expect(json.createdDate).toMatch(/:00\+09:00$/);
      expect(text).not.toContain(asker.nickname);
    }
    expect((await read(asker, room, id)).json.isAuthor).toBe(true);
  });
});

describe('rooms for members only [LECT-13]', () => {
  async function closedRoom() {
    const id = await createLectureRoom(t, { professorId: professor.id, membersOnly: true });
    await markRoom(t, asker, id);
    return id;
  }

  it('refuses every call of members who did not mark the lecture, own the room or belong to staff', async () => {
    const closed = await closedRoom();
    const outsider = await t.signIn('STUDENT');
    const postId = await createLecturePost(t, asker, closed);
    const comment = (
      await t.call('POST', `/api/lecture-room/${postId}/comments`, {
        as: asker,
        body: { content: '첫 댓글' },
      })
    ).json.comment;
    const body = { lectureId: closed, boardType: 'LECTURE_Q', title: '제목', content: '<p>글</p>' };
    const doors = [
      ['GET', `/api/lecture-room/posts?lectureId=${closed}&type=LECTURE_Q`],
      ['GET', `/api/post/${closed}/${postId}`],
      ['GET', `/api/post/lecture/${postId}/comments`],
      ['GET', `/api/post/${comment.id}/replies`],
      ['GET', `/api/comment/${comment.id}/location`],
      ['POST', `/api/lecture-room/${postId}/comments`, { content: '말' }],
      ['POST', `/api/post/${postId}/like`],
      ['POST', `/api/post/${postId}/unlike`],
      ['POST', `/api/post/${postId}/scrap`],
      ['POST', `/api/post/${postId}/unScrap`],
      ['POST', `/api/comment/${comment.id}/like`],
      ['POST', `/api/comment/${comment.id}/unlike`],
      ['PUT', `/api/comment/${comment.id}`, { content: '바꿈' }],
      ['DELETE', `/api/comment/${comment.id}`],
      ['DELETE', `/api/post/${postId}`],
      ['POST', '/api/post/lecture-post-up', body],
      ['PUT', `/api/post/lecture-post-up/${postId}`, body],
    ] as const;
    for (const [method, url, sent] of doors) {
      const { status, json } = await t.call(method, url, {
        as: outsider,
        ...(sent && { body: sent }),
      });
      expect([method, url, status, json.error]).toEqual([method, url, 403, 'LECTURE_MEMBERS_ONLY']);
    }
    for (const as of [asker, professor, staff]) {
      expect((await read(as, closed, postId)).status).toBe(200);
    }
  });

  it('lists likes, scraps and comments there only while the room is open, but always own posts', async () => {
    const closed = await closedRoom();
    const member = await t.signIn('STUDENT');
    await markRoom(t, member, closed);
    const postId = await createLecturePost(t, member, closed, { title: '닫힌 방의 글' });
    await t.call('POST', `/api/post/${postId}/like`, { as: member });
    await t.call('POST', `/api/post/${postId}/scrap`, { as: member });
    await t.call('POST', `/api/lecture-room/${postId}/comments`, {
      as: member,
      body: { content: '말' },
    });
    const lists = ['my-posts', 'like', 'scraps', 'my-comments'];
    const shown = async () => {
      const texts = lists.map(async (name) =>
        (await t.call('GET', `/api/post/${name}`, { as: member })).text.includes('닫힌 방의 글'),
      );
      return Promise.all(texts);
    };
    expect(await shown()).toEqual([true, true, true, true]);
    const { json } = await t.call('GET', '/api/post/my-posts', { as: member });
    expect(json.posts[0]).toMatchObject({ boardType: 'LECTURE_Q', lectureRoomId: closed });
    await unmarkRoom(t, member, closed);
    expect(await shown()).toEqual([true, false, false, false]);
    await changeRoom(t, closed, { deletedAt: t.clock.now() });
    expect(await shown()).toEqual([false, false, false, false]);
  });
});

describe('GET /api/lecture-room/waiting', () => {
  const waiting = async (as: SignedIn, query = '') =>
    t.call('GET', `/api/lecture-room/waiting${query}`, { as });

  it('allows professors and above', async () => {
    expect((await t.call('GET', '/api/lecture-room/waiting')).status).toBe(401);
    expect((await waiting(asker)).status).toBe(403);
  });

  it('lists unanswered questions of own rooms, oldest first, with their age in days', async () => {
    const own = await t.signIn('PROFESSOR');
    const mine = await createLectureRoom(t, { professorId: own.id, title: '항법' });
    await createLecturePost(t, asker, room);
    const first = await createLecturePost(t, asker, mine, { anonymous: true });
    t.clock.advance(2 * 24 * 60 * 60);
    own.headers = (await t.signInAs(own)).headers;
    const second = await createLecturePost(t, asker, mine);
    const answered = await createLecturePost(t, asker, mine);
    await answerQuestion(t, own, { lectureId: mine, postId: answered });
    await createLecturePost(t, asker, mine, { boardType: 'LECTURE_R' });
    const { json } = await waiting(own);
    expect(json.posts).toEqual([
      expect.objectContaining({ id: first, waitingDays: 2, lectureTitle: '항법', writerId: null }),
      expect.objectContaining({ id: second, waitingDays: 0, writerId: asker.id }),
    ]);
    expect(json).toMatchObject({ totalCount: 2, totalPages: 1 });
    expect((await waiting(own, '?size=1&page=1')).json.posts).toHaveLength(1);
    const all = (await waiting(await t.signInAs(staff))).json;
    expect(all.totalCount).toBeGreaterThan(2);
  });
});

describe('lecture posts of blocked members [FRIEND-07]', () => {
  it('are masked, except notices, answers and anonymous questions', async () => {
    const blocker = await t.signIn('STUDENT');
    const open = await createLecturePost(t, asker, room, { title: '보일 제목' });
    const secret = await createLecturePost(t, asker, room, { anonymous: true });
    const notice = await createLecturePost(t, professor, room, { boardType: 'LECTURE_N' });
    await answerQuestion(t, professor, { lectureId: room, postId: open });
    for (const member of [asker, professor]) {
      const { status } = await t.call('POST', '/api/friend/block', {
        as: blocker,
        body: { id: member.id },
      });
      expect(status).toBe(200);
    }
    const { dto, text } = await read(blocker, room, open).then((one) => ({
      dto: one.json,
      text: one.text,
    }));
    expect(dto).toMatchObject({
      blocked: true,
      writerId: null,
      writerNickname: '차단한 회원',
      answer: '<p>답변입니다</p>',
      answerWriter: { id: professor.id },
    });
    expect(text).not.toContain('보일 제목');
    expect((await read(blocker, room, secret)).json.blocked).toBeUndefined();
    expect((await read(blocker, room, notice)).json).toMatchObject({ writerId: professor.id });
  });
});
