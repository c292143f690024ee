import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEventStream } from '../../testing/event-stream.ts';
import { createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import {
  createFinishedLecture,
  readReviews,
  writeReview,
} from '../../testing/factories/course-reviews.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { befriend, createBlock, createRequest } from '../../testing/factories/friends.ts';
import { createMember, TEST_PASSWORD } from '../../testing/factories/members.ts';
import { createPost, saveDraft, vote } from '../../testing/factories/posts.ts';
import {
  linkIdentity,
  storePasskey,
  turnOnSecondFactor,
} from '../../testing/factories/second-factors.ts';
import { entryForm } from '../../testing/factories/timetable-plans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { findInTables } from '../../testing/matrix/snapshot.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { countStatuses, logIn, prove, sessionStatus } from './account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());
beforeEach(() => clearThrottles(t));

const remove = (as: SignedIn) => t.call('DELETE', '/api/member/me', { as });
async function leave(as: SignedIn): Promise<void> {
  await prove(t, as);
  const { status, text } = await remove(as);
  if (status !== 200) throw new Error(text);
  await t.services.events.drain();
}
const count = async (table: string, where: string): Promise<number> => {
  const { rows } = await t.db.execute<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  );
  return rows[0]?.n ?? -1;
};

describe('DELETE /member/me, rejected', () => {
  it('refuses when this session has not confirmed the password [PASS-12]', async () => {
    const me = await t.signIn();
    await prove(t, await t.signInAs(me));
    const { status, json } = await remove(me);
    expect([status, json.error]).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await logIn(t, me.username)).status).toBe(200);
  });

  it('refuses the last ADMIN; of two parallel removals one fails [MEMB-15, ADMIN-07]', async () => {
    const admin = await t.signIn('ADMIN');
    await prove(t, admin);
    const { status, json } = await remove(admin);
    expect([status, json.error]).toEqual([409, 'LAST_ADMIN']);
    expect(json.message).toMatch(/마지막 관리자/);
    expect(await sessionStatus(t, admin)).toBe('200');
    const second = await t.signIn('ADMIN');
    await prove(t, second);
    const responses = await Promise.all([admin, second].map(remove));
    expect(countStatuses(responses)).toEqual({ 200: 1, 409: 1 });
    expect(await count('member_roles', `role = 'ADMIN'`)).toBe(1);
  });
});

describe('DELETE /member/me', () => {
  it('ends the sessions and event streams of the member and refuses the login [PRIV-06, SESS-15]', async () => {
    const me = await t.signIn();
    const other = await t.signInAs(me);
    const streams = [await openEventStream(t, me), await openEventStream(t, other)];
    await Promise.all(streams.map((stream) => stream.next('hello')));
    await prove(t, me);
    const { status, json } = await remove(me);
    expect([status, /탈퇴/.test(json.message)]).toEqual([200, true]);
    for (const stream of streams) expect((await stream.next('bye')).reason).toBe('ended');
    for (const as of [me, other]) {
      expect(await sessionStatus(t, as)).toBe('401 TOKEN_INVALID');
      const refreshed = await t.call('POST', '/api/auth/refresh', {
        body: { refreshToken: as.refreshToken },
        cookies: { naru_device: as.device },
      });
      expect(refreshed.status).toBe(401);
    }
    expect((await logIn(t, me.username)).status).toBe(401);
    expect((await logIn(t, me.username, TEST_PASSWORD, me.device)).status).toBe(401);
    const reset = await t.call('POST', '/api/member/verify-id', {
      body: { username: me.username },
    });
    expect(reset.status).toBe(404);
    for (const stream of streams) stream.close();
  });

  it('leaves no personal data in the database except the queued confirmation e-mail [PRIV-06]', async () => {
    const me = await t.signInAs(
      await createMember(t.db, 'STUDENT', {
        username: '20269999',
        email: 'leaver@g.kmou.ac.kr',
        nickname: '떠나는이',
        name: '윤떠남',
        intro: '안녕 나의 소개',
        profileImageUrl: null,
      }),
    );
    const reader = await t.signIn();
    const picture = await createPicture(t.db, me, { profileOf: me.id });
    await t.db.execute(sql`update members set profile_image_url = ${picture} where id = ${me.id}`);
    await t.call('POST', '/api/auth/email-check', { as: me, body: { email: me.email } });
    const readersPost = await createPost(t, reader, { title: '읽는 이의 글' });
    await writeComment(t, me, readersPost, { content: '남는 댓글' });
    await t.services.events.drain();
    const notificationText = async () =>
      (await t.call('GET', '/api/member/my-notices', { as: reader })).json.notices[0].content;
    expect(await notificationText()).toContain('떠나는이님이');
    await leave(me);
    for (const value of [
      '20269999',
      '떠나는이',
      '윤떠남',
      '안녕 나의 소개',
      picture.slice('/files/'.length, -'.webp'.length),
    ]) {
      expect(await findInTables(t, value), value).toEqual([]);
    }
    expect(await findInTables(t, me.email)).toEqual([expect.stringMatching(/^email_queue: /)]);
    expect(await notificationText()).toContain('탈퇴한 회원이');
    const email = (await t.mails()).find(({ to }) => to === me.email);
    expect(email?.subject).toContain('탈퇴가 완료되었습니다');
    expect(await findInTables(t, me.email)).toEqual([]);
  });

  it('leaves no mention that reveals whose the nickname was [COMM-101]', async () => {
    const [me, other, writer] = [await t.signIn(), await t.signIn(), await t.signIn()];
    const postId = await createPost(t, writer);
    const both = `@${me.nickname} @${other.nickname}`;
    const ids = [
      (await writeComment(t, writer, postId, { content: `@${me.nickname} 여기요` })).id,
      (await writeComment(t, writer, postId, { content: both })).id,
    ];
    await leave(me);
    const { rows } = await t.db.execute(
      `select content, mentions from comments where id in (${ids}) order by position`,
    );
    expect(rows).toEqual([
      { content: `@${me.nickname} 여기요`, mentions: null },
      { content: both, mentions: [{ id: other.id, name: other.nickname }] },
    ]);
  });

  it('frees the student number, e-mail address and nickname', async () => {
    const me = await t.signIn();
    await leave(me);
    await leave(await t.signIn());
    const again = await createMember(t.db, 'STUDENT', {
      username: me.username,
      email: me.email,
      nickname: me.nickname,
    });
    expect(again.id).not.toBe(me.id);
    expect((await logIn(t, me.username)).status).toBe(200);
  });

  it('shows 탈퇴한 회원 as the author of the content, without a profile card [MEMB-15]', async () => {
    const [me, reader] = [await t.signIn(), await t.signIn()];
    const postId = await createPost(t, me, { title: '남는 글', content: '<p>남는 본문</p>' });
    await writeComment(t, me, postId, { content: '남는 댓글' });
    await leave(me);
    const { dto } = (await t.call('GET', `/api/post/${postId}`, { as: reader })).json;
    expect(dto).toMatchObject({
      title: '남는 글',
      writerId: null,
      writerNickname: '탈퇴한 회원',
      writerProfileThumbnails: null,
    });
    const { json } = await t.call('GET', `/api/post/${postId}/comments`, { as: reader });
    expect(json.comments[0]).toMatchObject({ content: '남는 댓글', writerNickname: '탈퇴한 회원' });
    expect((await t.call('GET', `/api/member/summary/${me.id}`, { as: reader })).status).toBe(404);
    const search = `/api/friend/search?nickname=${encodeURIComponent(me.nickname)}`;
    expect((await t.call('GET', search, { as: reader })).status).toBe(404);
  });

  it('changes no response about anonymous content [ANON-11]', async () => {
    const [me, reader] = [await t.signIn(), await t.signIn()];
    const postId = await createPost(t, me, { boardType: 'SECRET', title: '비밀로 남는 글' });
    const other = await createPost(t, reader, { boardType: 'SECRET' });
    await writeComment(t, me, postId);
    t.clock.advance(2);
    await writeComment(t, me, other);
    for (const id of [postId, other]) {
      await t.call('POST', `/api/post/${id}/like`, { as: me });
      await t.call('POST', `/api/post/${id}/scrap`, { as: me });
    }
    await t.services.events.drain();
    const urls = [
      ...[postId, other].flatMap((id) => [`/api/post/${id}`, `/api/post/${id}/comments`]),
      '/api/post?boardType=SECRET',
      '/api/post?boardType=POPULAR',
      '/api/post/SECRET/summary',
      '/api/member/my-notices?all=true',
    ];
    const read = async () =>
      Promise.all(urls.map(async (url) => (await t.call('GET', url, { as: reader })).json));
    // The first read counts a view.
    await read();
    const before = await read();
    await leave(me);
    expect(await read()).toEqual(before);
  });

  it('keeps the messages for the chat partner, without the name of the sender [CHAT-12]', async () => {
    const [me, friend] = [await t.signIn(), await t.signIn()];
    const roomId = await createChatRoom(t, me, friend);
    await sendChatMessage(t, me, roomId, '남는 말');
    await leave(me);
    const reader = await t.signInAs(friend);
    const rooms = (await t.call('GET', '/api/mail/my-room', { as: reader })).json.roomDtos;
    expect(rooms).toMatchObject([
      { roomId, canSend: false, partner: { nickName: '탈퇴한 회원', isLeft: true } },
    ]);
    const { messages } = (await t.call('GET', `/api/mail/messages/${roomId}`, { as: reader })).json;
    expect(messages).toMatchObject([{ content: '남는 말' }]);
    const refused = await t.call('POST', `/api/mail/send-mail/${roomId}`, {
      as: reader,
      body: { content: '거기 있어요?' },
    });
    expect(refused.status).toBe(403);
    expect(await count('chat_room_members', `member_id = ${me.id} and not is_out`)).toBe(0);
  });

  it('deletes friendships, requests and blocks and updates the open pages of friends', async () => {
    const [me, friend, requester, blocker] = await Promise.all([
      t.signIn(),
      t.signIn(),
      t.signIn(),
      t.signIn(),
    ]);
    await befriend(t.db, me, friend);
    await createRequest(t.db, requester, me);
    await createBlock(t.db, blocker, me);
    const stream = await openEventStream(t, friend);
    await stream.next('hello');
    await leave(me);
    expect(await stream.next('friend')).toMatchObject({ memberId: me.id });
    stream.close();
    expect(await count('friendships', `${me.id} in (low_id, high_id)`)).toBe(0);
    expect(await count('member_blocks', `${me.id} in (blocker_id, blocked_id)`)).toBe(0);
    const { json } = await t.call('GET', '/api/friend/my-friends', { as: friend });
    expect(json.acceptMemberDtoList).toEqual([]);
  });

  it('leaves course reviews in the sums, with nobody who could be found [LECT-178]', async () => {
    const [me, ...others] = await Promise.all([t.signIn(), t.signIn(), t.signIn()]);
    const lecture = await createFinishedLecture(t, me);
    for (const member of [me, ...others]) await writeReview(t, member, lecture);
    await leave(me);
    const url = `/api/lecture-room/${lecture}/reviews`;
    expect((await t.call('GET', url, { as: others[0] })).json.sums.count).toBe(3);
    const seals = (await readReviews(t, lecture)).map(({ authorSeal }) => authorSeal);
    expect(seals.filter((seal) => seal === null)).toHaveLength(1);
    expect(seals.some((seal) => seal?.equals(t.seal.seal(me.id)))).toBe(false);
  });

  it('deletes private data and decrements lecture counters [ANON-115, MFA-15, OIDC-10]', async () => {
    const me = await t.signIn();
    const postId = await createPost(t, await t.signIn());
    await t.call('POST', `/api/post/${postId}/scrap`, { as: me });
    const secretId = await createPost(t, await t.signIn(), { boardType: 'SECRET' });
    for (const id of [postId, secretId]) {
      await t.call('PUT', `/api/post/${id}/follow`, { as: me, body: { follows: true } });
    }
    const block = { as: me, body: { alias: '글쓴이', blocks: true } };
    await t.call('PUT', `/api/post/${secretId}/alias-block`, block);
    expect(await count('alias_blocks', 'true')).toBe(1);
    await t.call('POST', '/api/member/alert-words', { as: me, body: { word: '장학금' } });
    const follow = { as: me, body: { boardType: 'free', follows: true } };
    await t.call('PUT', '/api/board/follow', follow);
    expect(await count('post_follows', 'true')).toBe(2);
    await t.call('POST', '/api/board/favorites?boardType=free', { as: me });
    await t.call('PUT', '/api/board/visit', { as: me, body: { boardType: 'free' } });
    await saveDraft(t, me, 'FREE', { title: '쓰던 글' });
    await t.services.boards.settleVisits();
    await t.call('PUT', '/api/member/notice-choices', {
      as: me,
      body: { choices: { like: false } },
    });
    await t.call('PUT', '/api/push/choices', { as: me, body: { preview: false } });
    await t.call('PUT', '/api/member/digest', { as: me, body: { digest: 'DAILY' } });
    await t.call('PUT', '/api/member/feeds/TIMETABLE', { as: me });
    await t.call('PUT', '/api/timetable/open', { as: me, body: { isOpen: true } });
    const friend = await t.signIn();
    await befriend(t.db, me, friend);
    const shown = { as: me, body: { isShown: true } };
    await t.call('PUT', `/api/timetable/friends/${friend.id}`, shown);
    await t.db.execute(sql`
      with lecture as (
        insert into lectures (title, year, semester, grade, theme_color, marked_count)
        values ('자료구조', 2026, 2, 2, '#004488', 3) returning id
      ), mark as (
        insert into lecture_marks (member_id, lecture_id) select ${me.id}, id from lecture
      ), hours as (
        insert into timetable_hours (member_id, year, semester, dow, hour, lecture_id)
        select ${me.id}, 2026, 2, 1, 9, id from lecture
      ), entry as (
        insert into private_entries (member_id, title, year, semester, theme_color)
        values (${me.id}, '알바', 2026, 2, '#004488')
      ), plan as (
        insert into timetable_plans (member_id, name, year, semester)
        values (${me.id}, '계획', 2026, 2) returning id
      ), planned as (
        insert into plan_lectures (plan_id, lecture_id)
        select plan.id, lecture.id from plan, lecture
      )
      insert into inquiries (member_id, title, content, category)
      values (${me.id}, '문의', '내용', 'GENERAL'), (${me.id}, '신고', '내용', 'REPORT')`);
    await t.db.execute(sql`
      with notice as (insert into must_reads (post_id, asked_at) values (${postId}, now()))
      select`);
    await t.db.execute(
      sql`insert into must_read_confirmations values (${postId}, 1, ${me.id}, now())`,
    );
    const poll = { options: ['가', '나'], maxChoices: 1, isAnonymous: false };
    await turnOnSecondFactor(t, me.id);
    await storePasskey(t, me.id);
    await linkIdentity(t, me.id, { issuer: 'https://login.example', subject: 'me' });
    const pollId = await createPost(t, await t.signIn(), { poll });
    await vote(t, me, pollId, 1);
    await leave(me);
    for (const table of [
      'sessions',
      'member_roles',
      'member_consents',
      'student_claims',
      'second_factors',
      'recovery_codes',
      'passkeys',
      'linked_identities',
      'notifications',
      'notification_mutes',
      'push_choices',
      'push_devices',
      'digests',
      'feeds',
      'board_favorites',
      'alert_words',
      'board_follows',
      'board_visits',
      'drafts',
      'post_scraps',
      'post_views',
      'must_read_confirmations',
      'poll_ballots',
      'lecture_marks',
      'timetable_hours',
      'timetable_times',
      'private_entries',
      'timetable_openings',
      'timetable_showings',
      'timetable_plans',
      'events',
    ]) {
      expect(await count(table, `member_id = ${me.id}`), table).toBe(0);
    }
    expect(await count('polls', `post_id = ${pollId} and voter_count = 1`)).toBe(1);
    for (const sealed of ['post_follows', 'alias_blocks']) {
      expect(await count(sealed, 'true'), sealed).toBe(0);
    }
    expect(await count('inquiries', `member_id = ${me.id}`)).toBe(1);
    expect(await count('lectures', `title = '자료구조' and marked_count = 2`)).toBe(1);
  });

  it('lets nothing into the timetable while the account is erased [PRIV-06]', async () => {
    const me = await t.signIn();
    await prove(t, me);
    const term = { year: 2026, semester: 2 } as const;
    const [removal, ...writes] = await t.db.transaction(async (tx) => {
      // The erasure waits with an empty timetable: the fields of the member are erased last.
      await tx.execute(sql`select from members where id = ${me.id} for key share`);
      const calls = [remove(me)];
      await expect.poll(() => countWaiting(t)).toBe(1);
      calls.push(
        t.call('POST', '/api/timetable/plans', { as: me, body: { name: '계획', ...term } }),
        t.call('POST', '/api/timetable/entries', { as: me, body: entryForm(term) }),
      );
      await expect.poll(() => countWaiting(t)).toBe(3);
      return calls;
    });
    expect((await removal)?.status).toBe(200);
    for (const write of writes) expect((await write).status).toBe(401);
    for (const table of ['timetable_plans', 'private_entries']) {
      expect(await count(table, `member_id = ${me.id}`), table).toBe(0);
    }
  });

  it('leaves no feed that is made while the account is erased [PRIV-06, FEED-02]', async () => {
    const me = await t.signIn();
    await prove(t, me);
    const [removal, feed] = await t.db.transaction(async (tx) => {
      // The erasure waits for its files after it has deleted what is private.
      await tx.execute(sql`lock table uploads in access exclusive mode`);
      const erasing = remove(me);
      await expect.poll(() => countWaiting(t)).toBe(1);
      const making = t.call('PUT', '/api/member/feeds/NOTICES', { as: me });
      await expect.poll(() => countWaiting(t)).toBe(2);
      return [erasing, making];
    });
    expect([(await removal)?.status, (await feed)?.status]).toEqual([200, 401]);
    expect(await count('feeds', `member_id = ${me.id}`)).toBe(0);
  });

  it('is recorded in the audit log without a name [AUDIT-01]', async () => {
    const me = await t.signIn();
    await leave(me);
    const { rows } = await t.db.execute(
      `select action, actor_id, target_type from audit_entries where target_id = ${me.id}`,
    );
    expect(rows).toEqual([{ action: 'member.withdraw', actor_id: me.id, target_type: 'member' }]);
  });

  it('accepts one of twenty parallel calls; two chat partners may withdraw in parallel [ADMIN-07]', async () => {
    const me = await t.signIn();
    await prove(t, me);
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(me)));
    expect(countStatuses(responses)).toEqual({ 200: 1, 401: 19 });
    const pair = await Promise.all([t.signIn(), t.signIn()]);
    await createChatRoom(t, pair[0], pair[1]);
    await Promise.all(pair.map((as) => prove(t, as)));
    expect(countStatuses(await Promise.all(pair.map(remove)))).toEqual({ 200: 2 });
  });
});
