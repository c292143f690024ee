import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kstDay } from '../../platform/clock.ts';
import { createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createFinishedLecture, writeReview } from '../../testing/factories/course-reviews.ts';
import { makeFeed } from '../../testing/factories/feeds.ts';
import { createBlock, createRequest } from '../../testing/factories/friends.ts';
import { createHead } from '../../testing/factories/heads.ts';
import { createInquiry } from '../../testing/factories/inquiries.ts';
import { createPost, saveDraft, vote } from '../../testing/factories/posts.ts';
import { linkIdentity, turnOnSecondFactor } from '../../testing/factories/second-factors.ts';
import { createFullPlan } from '../../testing/factories/timetable-plans.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { prove, renew } from './account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

async function exportOf(as: SignedIn) {
  const response = await t.app.inject({ url: '/api/member/export', headers: as.headers });
  if (response.statusCode !== 200) throw new Error(response.body);
  const files = unzip(response.rawPayload);
  const text = files.get('export.json')?.toString() ?? '';
  return { headers: response.headers, files, text, json: JSON.parse(text) };
}
const ask = (as: SignedIn) => t.call('GET', '/api/member/export', { as });

async function uploadPicture(as: SignedIn, background: string): Promise<string> {
  const url = '/api/aws/S3/presign?filename=a.png&contentType=image/png';
  const { uploadUrl, fileUrl } = (await t.call('GET', url, { as })).json;
  const body = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png()
    .toBuffer();
  await t.call('PUT', uploadUrl, { body, headers: { 'content-type': 'image/png' } });
  return new URL(fileUrl).pathname;
}

describe('GET /member/export', () => {
  it('requires a password proof in this session [PASS-12]', async () => {
    const me = await t.signIn();
    await prove(t, await t.signInAs(me));
    const { status, json } = await ask(me);
    expect([status, json.error]).toEqual([403, 'REAUTH_REQUIRED']);
    await prove(t, me);
    t.clock.advance(15 * 60);
    expect((await ask(await renew(t, me))).status).toBe(403);
  });

  it('allows five exports a day, not counting rejected calls', async () => {
    const me = await t.signIn('USER');
    await ask(me);
    await prove(t, me);
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask(me)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    t.clock.advance(86_400);
    const later = await t.signInAs(me);
    await prove(t, later);
    expect((await ask(later)).status).toBe(200);
  });

  it('contains the own votes, also anonymous ones, and no other [POST-247]', async () => {
    const [me, other] = [await t.signIn(), await t.signIn()];
    const poll = { options: ['국밥', '파전', '피자'], maxChoices: 2, isAnonymous: false };
    const open = await createPost(t, other, { title: '공개 투표', poll });
    const secret = await createPost(t, other, {
      ...{ boardType: 'SECRET', title: '비밀 투표' },
      poll: { ...poll, isAnonymous: true },
    });
    for (const id of [open, secret]) {
      await vote(t, me, id, 0, 2);
      await vote(t, other, id, 1);
    }
    await prove(t, me);
    const { json } = await exportOf(me);
    expect(json.votes).toEqual([
      { postId: open, title: '공개 투표', chosen: ['국밥', '피자'] },
      { postId: secret, title: '비밀 투표', chosen: ['국밥', '피자'] },
    ]);
  });

  it('contains the own course reviews, and no other [LECT-178]', async () => {
    const [me, other] = [await t.signIn(), await t.signIn()];
    const lecture = await createFinishedLecture(t, other, { title: '자료구조' });
    await writeReview(t, me, lecture, { stars: 2, content: '내 말' });
    await writeReview(t, other, lecture, { content: '남의 말' });
    await prove(t, me);
    const { json } = await exportOf(me);
    expect(json.courseReviews).toEqual([
      {
        ...{ lectureId: lecture, title: '자료구조', year: 2025, semester: 2, stars: 2 },
        ...{ workload: 'HEAVY', grading: 'FAIR', exams: 'TWO', content: '내 말' },
      },
    ]);
  });

  it('contains the polls of own posts, and not who voted [PRIV-07]', async () => {
    const [me, other] = [await t.signIn(), await t.signIn()];
    const poll = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: true };
    const postId = await createPost(t, me, { poll });
    await createPost(t, me, { title: '투표 없는 글' });
    await vote(t, other, postId, 1);
    await prove(t, me);
    const { json } = await exportOf(me);
    expect(json.posts.map((post: { poll: unknown }) => post.poll)).toEqual([
      { ...poll, endsAt: null },
      null,
    ]);
  });

  it('contains the heads of own posts, as they are called now [POST-275]', async () => {
    const me = await t.signIn('STUDENT');
    const head = await createHead(t);
    await createPost(t, me, { headId: head.id });
    await createPost(t, me);
    await prove(t, me);
    const { json } = await exportOf(me);
    expect(json.posts.map((post: { head: unknown }) => post.head)).toEqual([head.name, null]);
  });

  it('contains the pictures of own comments, also anonymous ones [COMM-103]', async () => {
    const [me, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    const threads = [await createThread(t, other), await createThread(t, other, 'SECRET')];
    const urls = [await uploadPicture(me, '#05a'), await uploadPicture(me, '#a50')];
    for (const [at, id] of threads.entries()) {
      await writeComment(t, me, id, { picture: { url: urls[at] ?? '', alt: '항구' } });
    }
    await prove(t, me);
    const { json, files } = await exportOf(me);
    expect(json.comments.map((one: { picture: string }) => one.picture).toSorted()).toEqual(
      urls.toSorted(),
    );
    expect(json.comments[0].pictureAlt).toBe('항구');
    for (const url of urls) expect(files.has(url.replace('/files/', 'pictures/'))).toBe(true);
  });

  it('contains all content of the member, also anonymous, and its pictures [PRIV-07]', async () => {
    const [me, friend] = [await t.signIn(), await t.signIn()];
    const picture = await uploadPicture(me, '#a00');
    const secretPicture = await uploadPicture(me, '#0a0');
    const postId = await createPost(t, me, {
      title: '내 글',
      content: '<p>내 본문</p>',
      imageUrls: [picture],
    });
    t.clock.advance(60);
    const secretId = await createPost(t, me, {
      boardType: 'SECRET',
      title: '내 비밀',
      content: '<p>속마음</p>',
      imageUrls: [secretPicture],
    });
    const theirs = await createPost(t, friend, { title: '남의 제목', content: '<p>남의 본문</p>' });
    await writeComment(t, me, theirs, { content: '내 댓글' });
    t.clock.advance(60);
    await writeComment(t, me, secretId, { content: '내 비밀 댓글' });
    await writeComment(t, friend, postId, { content: '남의 댓글' });
    await t.call('POST', `/api/post/${theirs}/like`, { as: me });
    await t.call('POST', `/api/post/${theirs}/scrap`, { as: me });
    await t.call('POST', '/api/board/favorites?boardType=free', { as: me });
    await t.call('PUT', `/api/post/${theirs}/follow`, { as: me, body: { follows: true } });
    await t.call('POST', '/api/member/alert-words', { as: me, body: { word: '장학금' } });
    const body = { boardType: 'qna', follows: true };
    await t.call('PUT', '/api/board/follow', { as: me, body });
    await t.call('PUT', '/api/board/visit', { as: me, body: { boardType: 'free' } });
    const plan = await createFullPlan(t, me, await t.signIn('PROFESSOR'));
    await createFullPlan(t, friend, await t.signIn('PROFESSOR'));
    await saveDraft(t, me, 'FREE', { title: '쓰던 글' });
    await t.services.boards.settleVisits();
    const [blocked, asker] = [await t.signIn(), await t.signIn()];
    await createBlock(t.db, me, blocked);
    await createRequest(t.db, asker, me);
    const nameless = await createPost(t, friend, { boardType: 'SECRET', title: '남의 제목' });
    await t.call('POST', `/api/post/${nameless}/like`, { as: me });
    await t.call('POST', `/api/post/${nameless}/scrap`, { as: me });
    await t.call('PUT', `/api/post/${nameless}/follow`, { as: me, body: { follows: true } });
    const alias = '글쓴이';
    await t.call('PUT', `/api/post/${nameless}/alias-block`, {
      as: me,
      body: { alias, blocks: true },
    });
    const roomId = await createChatRoom(t, me, friend);
    await sendChatMessage(t, me, roomId, '내 메시지');
    await sendChatMessage(t, friend, roomId, '남의 메시지');
    await t.services.events.drain();
    const { secret, recoveryCode } = await turnOnSecondFactor(t, me.id);
    const { url: feed } = await makeFeed(t, me, 'ACADEMIC');
    const identity = { issuer: 'https://login.example', subject: 'me' };
    await linkIdentity(t, me.id, identity);
    const later = await t.signInAs(me);
    await prove(t, later);
    const { headers, files, json, text } = await exportOf(later);

    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="naru-\d{4}-\d\d-\d\d\.zip"$/,
      ),
    });
    expect(json.profile).toMatchObject({ id: me.id, username: me.username, email: me.email });
    expect(json.roles.map(({ role }: { role: string }) => role)).toEqual(['STUDENT', 'USER']);
    expect(json.posts).toMatchObject([
      { id: postId, title: '내 글', content: expect.stringContaining('내 본문'), anonymous: false },
      { id: secretId, title: '내 비밀', boardType: 'SECRET', anonymous: true },
    ]);
    expect(json.comments).toMatchObject([
      { postId: theirs, content: '내 댓글' },
      { postId: secretId, content: '내 비밀 댓글' },
    ]);
    const marked = [
      { postId: theirs, boardType: 'FREE', createdAt: expect.stringMatching(/^2026-/) },
      { postId: nameless, boardType: 'SECRET', createdAt: expect.stringMatching(/^2026-/) },
    ];
    expect(json.likedPosts, '[ANON-116]').toEqual(expect.arrayContaining(marked));
    expect(json.scraps, '[ANON-116]').toEqual(expect.arrayContaining(marked));
    expect(json.favoriteBoards).toMatchObject([{ boardType: 'FREE' }]);
    expect(json.drafts).toMatchObject([{ place: 'FREE', title: '쓰던 글' }]);
    expect(json.boardVisits).toMatchObject([{ boardType: 'FREE' }]);
    expect(json.secondFactor, '[MFA-15]').toMatchObject({
      recoveryCodes: [{ usedAt: null }],
      passkeys: [],
    });
    expect(json.linkedIdentities, '[OIDC-10]').toMatchObject([{ ...identity, lastUsedAt: null }]);
    const [, , inAddress = ''] = feed.split('/');
    for (const hidden of [secret, recoveryCode, inAddress]) expect(text).not.toContain(hidden);
    expect(json.feeds, '[FEED-01]').toMatchObject([{ kind: 'ACADEMIC', lastUsedAt: null }]);
    expect(json.alertWords).toMatchObject([{ word: '장학금' }]);
    expect(json.follows).toMatchObject({
      posts: expect.arrayContaining([
        expect.objectContaining({ postId: theirs, boardType: 'FREE' }),
        expect.objectContaining({ postId: nameless, boardType: 'SECRET' }),
      ]),
      boards: [{ boardType: 'QNA' }],
    });
    expect(json.friends).toMatchObject([
      { nickname: asker.nickname, status: 'pending', sent: false },
      { nickname: friend.nickname, status: 'accepted' },
    ]);
    expect(json.blocked).toMatchObject([{ nickname: blocked.nickname }]);
    expect(json.blockedAliases, '[ANON-115]').toMatchObject([
      { alias, postId: nameless, boardType: 'SECRET' },
    ]);
    expect(json.chatRooms).toMatchObject([{ roomId, partner: friend.nickname, left: false }]);
    expect(json.chatMessages).toMatchObject([{ roomId, content: '내 메시지' }]);
    expect(json.notices).toHaveLength(2);
    expect(json.noticeChoices.like).toBe(true);
    expect(json.pushChoices).toMatchObject({ preview: true, quiet: null });
    expect([json.digest, json.pushDevices]).toEqual(['WEEKLY', []]);
    expect(json.sessions).toHaveLength(2);
    expect(json.inquiries).toEqual([]);
    expect(json.timetable).toEqual([]);
    const title = plan.entries[0]?.title;
    const times = [{ dow: 5, startMinute: 1080, endMinute: 1290 }];
    expect(json.timetablePlans, '[LECT-192]').toMatchObject([
      {
        name: plan.name,
        lectures: [{ lectureId: plan.lectures[0]?.id, title: plan.lectures[0]?.title }],
        privateEntries: [{ title, place: '학생회관', times }],
      },
    ]);
    expect(json.pictures.toSorted()).toEqual(
      [picture, secretPicture].map((url) => url.replace('/files/', 'pictures/')).toSorted(),
    );
    for (const name of json.pictures) {
      expect((await sharp(files.get(name)).metadata()).format).toBe('webp');
    }
    expect(files.size).toBe(3);

    for (const foreign of ['남의 제목', '남의 본문', '남의 댓글', '남의 메시지']) {
      expect(text).not.toContain(foreign);
    }
    for (const person of [friend, blocked, asker]) {
      for (const hidden of [person.email, person.username, person.name]) {
        expect(text).not.toContain(`"${hidden}"`);
      }
    }
    expect(text).not.toMatch(/argon2|[Hh]ash"|seal/i);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z"/);
  });

  it('contains own inquiries with their answers, and the days of visits [PRIV-07]', async () => {
    const me = await t.signIn();
    const id = await createInquiry(t, me, { title: '내 문의', state: 'COMPLETED' });
    await createInquiry(t, await t.signIn(), { title: '남의 문의' });
    const nameless = { memberId: null, authorSeal: t.seal.seal(me.id), title: '익명의 이의' };
    const objection = await createInquiry(t, me, nameless);
    const admin = await t.signIn('ADMIN');
    const body = { content: '덧붙입니다.' };
    await t.call('POST', `/api/inquiry/${id}/follow-up`, { as: admin, body });
    await prove(t, me);
    await t.services.visits.settle();
    const { json, text } = await exportOf(me);
    expect(json.inquiries).toMatchObject([
      { id, title: '내 문의', reply: '답변입니다', followUps: [{ content: '덧붙입니다.' }] },
      { id: objection, title: '익명의 이의' },
    ]);
    expect(json.visits).toEqual([kstDay(t.clock.now())]);
    expect(text).not.toContain('남의 문의');
    expect(text).not.toContain(admin.nickname);
  });

  it("exports the caller's data, whatever id the request names [ANON-06]", async () => {
    const [me, other] = [await t.signIn(), await t.signIn()];
    await createPost(t, other, { boardType: 'SECRET', title: '남의 비밀' });
    await prove(t, me);
    const response = await t.app.inject({
      url: `/api/member/export?id=${other.id}&memberId=${other.id}&username=${other.username}`,
      headers: me.headers,
    });
    const text = unzip(response.rawPayload).get('export.json')?.toString() ?? '';
    expect(JSON.parse(text).profile.id).toBe(me.id);
    expect(text).not.toContain('남의 비밀');
  });
});
