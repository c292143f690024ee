import { LIMITS } from '@naru/contract/limits';
import type { NotificationItem } from '@naru/contract/notifications';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { readEvents } from '../../testing/factories/events.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { changeRoom, createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('follows', () => {
  let author: SignedIn;
  let follower: SignedIn;
  let writer: SignedIn;
  beforeEach(async () => {
    [author, follower, writer] = [await t.signIn(), await t.signIn(), await t.signIn()];
  });

  const followPost = (as: SignedIn, id: number, follows = true) =>
    t.call('PUT', `/api/post/${id}/follow`, { as, body: { follows } });
  const followBoard = (as: SignedIn, boardType: string, follows = true) =>
    t.call('PUT', '/api/board/follow', { as, body: { boardType, follows } });
  const follows = async (as: SignedIn) => (await t.call('GET', '/api/member/follows', { as })).json;

  async function bellOf(as: SignedIn): Promise<NotificationItem[]> {
    await t.services.events.drain();
    await t.services.notifications.sendNotifications();
    return (await t.call('GET', '/api/member/my-notices', { as })).json.notices;
  }

  describe('following a post', () => {
    it('is refused for a missing or own post, in a closed room and beyond the limit [NOTIF-77]', async () => {
      expect((await followPost(follower, 999_999)).json.error).toBe('POST_NOT_FOUND');
      const own = await createPost(t, author);
      expect((await followPost(author, own)).json.error).toBe('FOLLOW_OWN');
      const { id: lectureId, professor } = await openRoom();
      const inRoom = await createLecturePost(t, professor, lectureId);
      await changeRoom(t, lectureId, { membersOnly: true });
      expect((await followPost(follower, inRoom)).json.error).toBe('LECTURE_MEMBERS_ONLY');
      await t.db.execute(sql`with many as (
        insert into posts (board_type, author_id, title, content, content_text)
        select 'FREE', ${author.id}, '글', '<p>글</p>', '글' from generate_series(2, ${LIMITS.followedPosts})
        returning id)
      insert into post_follows (post_id, member_id) select id, ${follower.id} from many`);
      const two = [own, await createPost(t, author)];
      const responses = await Promise.all(two.map((id) => followPost(follower, id)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('is repeatable, listed and ended; a removed post stays without its title [NOTIF-77]', async () => {
      const [one, other] = [
        await createPost(t, author, { title: '하나' }),
        await createPost(t, author),
      ];
      await Promise.all([1, 2, 3].map(() => followPost(follower, one)));
      t.clock.advance(1);
      await followPost(follower, other);
      expect((await follows(follower)).posts).toMatchObject([
        { id: other, place: '자유게시판', boardType: 'FREE', lectureRoomId: null },
        { id: one, title: '하나' },
      ]);
      expect((await follows(author)).posts).toEqual([]);
      await t.call('DELETE', `/api/post/${one}`, { as: author });
      await followPost(follower, other, false);
      expect((await follows(follower)).posts).toMatchObject([{ id: one, title: null }]);
      await followPost(follower, one, false);
      expect((await follows(follower)).posts).toEqual([]);
    });

    it('notifies of each comment, grouped, and not of own ones [NOTIF-78]', async () => {
      const postId = await createPost(t, author, { title: '스터디 모집' });
      await followPost(follower, postId);
      await t.services.live.place(follower.id);
      await writeComment(t, writer, postId, { content: '저요' });
      expect(await bellOf(follower)).toMatchObject([
        {
          type: 'comment',
          subType: 'followed-post',
          content: `알림을 켠 '스터디 모집' 글에 ${writer.nickname}님이 댓글을 남겼습니다.`,
          excerpt: '저요',
        },
      ]);
      const own = await writeComment(t, follower, postId);
      await writeComment(t, writer, postId, { parentId: own.id });
      const last = await writeComment(t, author, postId, { content: '내일 봬요' });
      expect(await bellOf(follower)).toMatchObject([
        {
          subType: 'followed-post',
          count: 2,
          excerpt: '내일 봬요',
          targetUrl: `/main/community/free/post/${postId}#comment-${last.id}`,
        },
        { subType: 'reply' },
      ]);
      const events = (await readEvents(t, follower)).map((row) => openEvent(t.seal, row.payload));
      expect(events.at(-1)).toMatchObject({ type: 'notice', unreadCount: 2, notice: { count: 2 } });
      expect((await bellOf(author)).map(({ subType }) => subType)).toEqual([null]);
    });

    it('counts comments that come at once, and two servers notify once [NOTIF-76, NOTIF-78]', async () => {
      const postId = await createPost(t, author);
      await followPost(follower, postId);
      const writers = await Promise.all(Array.from({ length: 6 }, () => t.signIn()));
      t.clock.advance(1);
      const body = { content: '동시에' };
      await Promise.all(
        writers.map((as) => t.call('POST', `/api/post/${postId}/comments`, { as, body })),
      );
      await Promise.all([1, 2].map(() => t.services.notifications.tasks.alerts()));
      expect(await bellOf(follower)).toMatchObject([{ subType: 'followed-post', count: 6 }]);
      const { rows } = await t.db.execute('select from alerts_due');
      expect(rows).toEqual([]);
    });

    it('occupies no more than two jobs, whatever happens meanwhile [NOTIF-78]', async () => {
      const postId = await createPost(t, author);
      await followPost(follower, postId);
      const run = t.services.notifications.tasks.alerts;
      const busy = await t.db.transaction(async (tx) => {
        await tx.execute(sql`lock table alerts_due`);
        const running = run();
        await vi.waitUntil(async () => (await countWaiting(t)) === 1);
        const waiting = run();
        await Promise.all(Array.from({ length: 10 }, run));
        return [running, waiting];
      });
      await writeComment(t, writer, postId);
      await Promise.all(busy);
      expect(await bellOf(follower)).toMatchObject([{ subType: 'followed-post' }]);
    });

    it('is silent for who blocks the author, for mutes, and for what is gone before it is sent [NOTIF-79]', async () => {
      const postId = await createPost(t, author);
      const [blocking, blocked, muted] = [await t.signIn(), await t.signIn(), await t.signIn()];
      for (const one of [follower, blocking, blocked, muted]) await followPost(one, postId);
      await createBlock(t.db, blocking, writer);
      await createBlock(t.db, writer, blocked);
      const choices = { comment: false };
      await t.call('PUT', '/api/member/notice-choices', { as: muted, body: { choices } });
      await writeComment(t, writer, postId);
      for (const one of [blocking, muted]) expect(await bellOf(one)).toEqual([]);
      for (const one of [follower, blocked]) expect(await bellOf(one)).toHaveLength(1);
      await t.call('POST', '/api/notice/read-all', { as: follower, body: { noticeIds: [] } });
      const gone = await writeComment(t, writer, postId);
      await t.call('DELETE', `/api/comment/${gone.id}`, { as: writer });
      expect(await bellOf(follower)).toEqual([]);
      await writeComment(t, writer, postId);
      await t.db.execute(sql`update posts set blinded_at = now() where id = ${postId}`);
      expect(await bellOf(follower)).toEqual([]);
    });

    it('is silent once the reader may not enter the lecture room [NOTIF-79]', async () => {
      const { id: lectureId, professor } = await openRoom();
      const postId = await createLecturePost(t, professor, lectureId);
      await followPost(follower, postId);
      await changeRoom(t, lectureId, { membersOnly: true });
      t.clock.advance(1);
      await t.call('POST', `/api/lecture-room/${postId}/comments`, {
        as: professor,
        body: { content: '공지입니다' },
      });
      expect(await bellOf(follower)).toEqual([]);
      expect((await follows(follower)).posts).toMatchObject([{ id: postId, title: null }]);
    });

    it('below an anonymous post is stored by seals and reveals no name [ANON-21, ANON-27]', async () => {
      const postId = await createPost(t, author, { boardType: 'SECRET', title: '말 못 할 일' });
      await followPost(follower, postId);
      const { rows } = await t.db.execute(
        'select member_id, created_at from post_follows where member_seal is not null',
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ member_id: null });
      await createBlock(t.db, follower, writer);
      await writeComment(t, writer, postId, { content: '힘내요' });
      expect(await bellOf(follower)).toMatchObject([
        { excerpt: null, content: "알림을 켠 '말 못 할 일' 글에 새 댓글이 달렸습니다." },
      ]);
      const [row] = await readNotifications(t, follower);
      expect(row).toMatchObject({
        content: '',
        targetUrl: null,
        postId: null,
        commentId: null,
        cause: null,
      });
      expect((await follows(follower)).posts).toMatchObject([{ id: postId, title: '말 못 할 일' }]);
    });
  });

  describe('following a board', () => {
    it('is refused for boards that reach everybody, computed and unknown ones [NOTIF-77]', async () => {
      for (const board of ['NOTICE', 'popular', 'nope', 'LECTURE_QNA']) {
        expect((await followBoard(follower, board)).status).toBe(400);
      }
      await followBoard(follower, 'free');
      await followBoard(follower, 'FREE');
      await followBoard(follower, 'qna');
      await followBoard(follower, 'qna', false);
      expect((await follows(follower)).boards).toEqual(['FREE']);
    });

    it('notifies of each new post, grouped, except own and blocked ones [NOTIF-78]', async () => {
      for (const one of [follower, writer]) await followBoard(one, 'review');
      const boardType = 'REVIEW';
      const post = async (as: SignedIn, title: string) => {
        t.clock.advance(60);
        const body = { boardType, title, content: `<p>${title} 본문</p>` };
        return (await t.call('POST', '/api/post/post-up', { as, body })).json.id;
      };
      const postId = await post(writer, '좋은 강의');
      expect(await bellOf(follower)).toMatchObject([
        {
          type: 'other',
          subType: 'followed-board',
          content: "후기게시판에 '좋은 강의' 글이 올라왔습니다.",
          excerpt: '좋은 강의 본문',
          targetUrl: `/main/community/review/post/${postId}`,
        },
      ]);
      expect(await bellOf(writer)).toEqual([]);
      await post(author, '둘째');
      expect(await bellOf(follower)).toMatchObject([
        {
          count: 2,
          content: '후기게시판에 새 글 2개가 올라왔습니다.',
          targetUrl: '/main/community/review',
        },
      ]);
      await createBlock(t.db, follower, author);
      await post(author, '셋째');
      expect(await bellOf(follower)).toMatchObject([{ count: 2 }]);
    });

    it('that is anonymous reveals no author, and nobody who follows [ANON-21]', async () => {
      await followBoard(follower, 'secret');
      await createPost(t, author, { boardType: 'SECRET', title: '익명 고백' });
      expect(await bellOf(follower)).toMatchObject([
        { excerpt: null, content: "비밀게시판에 '익명 고백' 글이 올라왔습니다." },
      ]);
      const [row] = await readNotifications(t, follower);
      expect(row).toMatchObject({ content: '', postId: null, cause: null });
      expect(row?.createdAt.getSeconds()).toBe(0);
    });
  });

  async function openRoom() {
    const professor = await t.signIn('PROFESSOR');
    return { id: await createLectureRoom(t, { professorId: professor.id }), professor };
  }
});

describe('words', () => {
  let author: SignedIn;
  let reader: SignedIn;
  beforeEach(async () => {
    [author, reader] = [await t.signIn(), await t.signIn()];
  });

  const WORDS = '/api/member/alert-words';
  const add = (as: SignedIn, word: string) => t.call('POST', WORDS, { as, body: { word } });

  async function bellOf(as: SignedIn): Promise<NotificationItem[]> {
    await t.services.notifications.tasks.alerts();
    return (await t.call('GET', '/api/member/my-notices', { as })).json.notices;
  }

  describe('the words of a member', () => {
    it('have 2 to 20 characters, and are 20 at most, also at once [NOTIF-80]', async () => {
      for (const word of ['', ' ', '장', '가'.repeat(21), `e${'\u0301'.repeat(31)}`]) {
        expect((await add(reader, word)).status).toBe(400);
      }
      expect((await add(reader, '가'.repeat(20))).status).toBe(200);
      const words = Array.from({ length: LIMITS.alertWords + 2 }, (_, n) => `낱말 ${n}`);
      const responses = await Promise.all(words.map((word) => add(reader, word)));
      const refused = responses.filter(({ status }) => status === 409);
      expect(refused.map(({ json }) => json.error)).toEqual(Array(3).fill('ALERT_WORDS_FULL'));
      expect((await t.call('GET', WORDS, { as: reader })).json.words).toHaveLength(20);
      expect((await t.call('GET', WORDS, { as: author })).json.words).toEqual([]);
    });

    it('are the same in any case and composition, and are removed [NOTIF-80]', async () => {
      t.clock.advance(1);
      await add(reader, '장학금'.normalize('NFD'));
      t.clock.advance(1);
      await add(reader, ' Open   AI ');
      expect((await add(reader, 'open ai')).json.words).toEqual(['장학금', 'Open AI']);
      const url = `${WORDS}?word=${encodeURIComponent('OPEN AI')}`;
      expect((await t.call('DELETE', url, { as: reader })).json.words).toEqual(['장학금']);
    });
  });

  describe('a new post with a word', () => {
    it('notifies each member once, in title or text, inside other words and in any case [NOTIF-81]', async () => {
      for (const word of ['장학', 'gpu', '없는 말']) {
        t.clock.advance(1);
        await add(reader, word);
      }
      await add(author, '장학');
      const postId = await createPost(t, author, {
        title: '국가장학금 안내',
        content: '<p>GPU 서버도 <b>빌려</b> 드립니다.</p>',
      });
      expect(await bellOf(reader)).toMatchObject([
        {
          type: 'other',
          subType: 'keyword',
          content: "'장학' 키워드가 있는 글이 올라왔습니다: 국가장학금 안내",
          excerpt: 'GPU 서버도 빌려 드립니다.',
          targetUrl: `/main/community/free/post/${postId}`,
        },
      ]);
      expect(await bellOf(author)).toEqual([]);
      await t.services.notifications.sendNotifications();
      expect(await bellOf(reader)).toHaveLength(1);
      await createPost(t, author, { title: '오픈', content: '<p>gPu 안내</p>' });
      expect(await bellOf(reader)).toHaveLength(2);
      await createPost(t, author, { title: '장 학', content: '<p>다른 글</p>' });
      expect(await bellOf(reader)).toHaveLength(2);
    });

    it('notifies once who follows the board, too [NOTIF-81]', async () => {
      await add(reader, '중고책');
      const body = { boardType: 'free', follows: true };
      await t.call('PUT', '/api/board/follow', { as: reader, body });
      await createPost(t, author, { title: '중고책 나눔' });
      expect((await bellOf(reader)).map(({ subType }) => subType)).toEqual(['keyword']);
      await createPost(t, author, { title: '다른 나눔' });
      expect((await bellOf(reader)).map(({ subType }) => subType).sort()).toEqual([
        'followed-board',
        'keyword',
      ]);
    });

    it('is silent across blocks, for mutes, in closed rooms and when it is gone [NOTIF-81]', async () => {
      const [blocking, muted, member] = [await t.signIn(), await t.signIn(), await t.signIn()];
      for (const one of [reader, blocking, muted, member]) await add(one, '특강');
      await createBlock(t.db, blocking, author);
      const choices = { other: false };
      await t.call('PUT', '/api/member/notice-choices', { as: muted, body: { choices } });
      await createPost(t, author, { title: '야간 특강' });
      for (const one of [blocking, muted]) expect(await bellOf(one)).toEqual([]);
      expect(await bellOf(reader)).toHaveLength(1);
      const professor = await t.signIn('PROFESSOR');
      const roomId = await createLectureRoom(t, { professorId: professor.id, membersOnly: true });
      await markRoom(t, member, roomId);
      await createLecturePost(t, professor, roomId, { title: '보충 특강' });
      expect(await bellOf(reader)).toHaveLength(1);
      expect(await bellOf(member)).toHaveLength(2);
      const gone = await createPost(t, author, { title: '취소된 특강' });
      await t.call('DELETE', `/api/post/${gone}`, { as: author });
      expect(await bellOf(reader)).toHaveLength(1);
    });

    it('that is anonymous is stored sealed and names nobody [ANON-21, ANON-27]', async () => {
      await add(reader, '고백');
      await createBlock(t.db, reader, author);
      await createPost(t, author, { boardType: 'SECRET', title: '조용한 고백' });
      expect(await bellOf(reader)).toMatchObject([
        { excerpt: null, content: "'고백' 키워드가 있는 글이 올라왔습니다: 조용한 고백" },
      ]);
      const [row] = await readNotifications(t, reader);
      expect(row).toMatchObject({ content: '', targetUrl: null, postId: null, cause: null });
      expect(row?.createdAt.getSeconds()).toBe(0);
    });

    it('notifies more members than one transaction takes [NOTIF-81]', async () => {
      await t.db.execute(sql`
      with many as (
        insert into members (username, email, nickname, name, password_hash)
        select 'many' || n, 'many' || n || '@example.org', '여럿' || n, '', '' from generate_series(1, 501) n
        returning id)
      insert into alert_words (member_id, word, folded) select id, '수강신청', '수강신청' from many`);
      await add(reader, '수강신청');
      await createPost(t, author, { title: '수강신청 성공 후기' });
      expect(await bellOf(reader)).toHaveLength(1);
      const { rows } = await t.db.execute(
        `select count(*)::int as count, count(distinct member_id)::int as members from notifications
        where sub_type = 'keyword' and content like '%수강신청%'`,
      );
      expect(rows).toEqual([{ count: 502, members: 502 }]);
    });
  });
});
