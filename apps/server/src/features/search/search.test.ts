import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlock } from '../../testing/factories/friends.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { createMember } from '../../testing/factories/members.ts';
import { changePost, createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let writer: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  writer = await t.signInAs(await createMember(t.db, 'STUDENT', { nickname: '돛단배' }));
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  writer = await t.signInAs(writer);
  reader = await t.signIn('STUDENT');
});

type Found = { id: number };

function search(query: string, more = '', as = reader) {
  return t.call('GET', `/api/search?query=${encodeURIComponent(query)}${more}`, { as });
}
async function found(query: string, more = '', as = reader): Promise<number[]> {
  const { status, json, text } = await search(query, more, as);
  if (status !== 200) throw new Error(text);
  return json.posts.map(({ id }: Found) => id);
}

describe('GET /api/search', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('GET', '/api/search?query=ab')).status).toBe(401);
  });

  it.each([
    ['', '한 글자도'],
    ['가', 'one syllable'],
    ['가 나 다', 'no two adjacent'],
    ['ㄱ'.repeat(101), 'too long'],
    ['\u200b\u200b', 'invisible'],
  ])('refuses %j: %s [LIST-130]', async (query) => {
    const { status, json } = await search(query);
    expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each([
    '&place=POPULAR',
    '&place=LECTURE_Q',
    '&period=day',
    '&filter=x',
    '&page=-1',
    '&size=11',
  ])('refuses %s [LIST-130]', async (more) => {
    expect((await search('하늘', more)).status).toBe(400);
  });

  it.each([
    "' OR '1'='1",
    "'; drop table posts; --",
    '%%',
    '__',
    "\\'\\'",
    '":*&|!()',
    '가나'.repeat(50),
  ])('takes %s for a text to look for [LIST-130]', async (hostile) => {
    for (const filter of ['all', 'title', 'writer', 'content']) {
      const { status, json } = await search(hostile, `&filter=${filter}`);
      expect([status, json.totalCount]).toEqual([200, 0]);
    }
  });

  it('finds posts of all boards, newest first, with an excerpt around the words [LIST-131]', async () => {
    const long = `<p>${'앞말 '.repeat(60)}</p><p>여기 산호초 이야기</p><p>${'뒷말 '.repeat(60)}</p>`;
    const inText = await createPost(t, writer, { boardType: 'FREE', title: '바다', content: long });
    t.clock.advance(60);
    const inTitle = await createPost(t, writer, { boardType: 'QNA', title: '산호초는 어디에' });
    t.clock.advance(60);
    const secret = await createPost(t, writer, { boardType: 'SECRET', title: '산호초 비밀' });
    expect(await found('산호초')).toEqual([secret, inTitle, inText]);
    const { json } = await search('산호초');
    expect(json).toMatchObject({ totalCount: 3, totalPages: 1, currentPage: 0 });
    expect(json.posts[0]).toMatchObject({ boardType: 'SECRET', writerNickname: '익명' });
    expect(json.posts[2].excerpt).toMatch(/^….*여기 산호초 이야기.*…$/);
    expect(json.posts[2].excerpt.length).toBeLessThan(150);
    expect(await found('산호초', '&filter=title')).toEqual([secret, inTitle]);
    expect(await found('산호초', '&place=FREE')).toEqual([inText]);
    expect(await found('산호초', '&size=2&page=1')).toEqual([inText]);
    expect(await found('산호초', '&size=2&page=9')).toEqual([]);
    t.clock.advance(8 * 86_400);
    [writer, reader] = [await t.signInAs(writer), await t.signInAs(reader)];
    const late = await createPost(t, writer, { title: '산호초 새 소식' });
    expect(await found('산호초', '&period=week')).toEqual([late]);
    expect(await found('산호초', '&period=month')).toHaveLength(4);
  });

  it('finds nothing that is deleted, blinded or by a blocked member, except notices [LIST-132]', async () => {
    const staff = await t.signIn('MANAGER');
    const [remaining, gone, hidden] = [
      await createPost(t, writer, { title: '조개껍데기 하나' }),
      await createPost(t, writer, { title: '조개껍데기 둘' }),
      await createPost(t, writer, { title: '조개껍데기 셋' }),
    ];
    const notice = await createPost(t, staff, { boardType: 'NOTICE', title: '조개껍데기 알림' });
    await changePost(t, gone, { deletedAt: t.clock.now() });
    await changePost(t, hidden, { blindedAt: t.clock.now() });
    expect(await found('조개')).toEqual(expect.arrayContaining([remaining, notice]));
    expect(await found('조개')).toHaveLength(2);
    await createBlock(t.db, reader, writer);
    await createBlock(t.db, reader, staff);
    expect(await found('조개')).toEqual([notice]);
    expect(await found('돛단배', '&filter=writer')).toEqual([]);
    expect((await search('돛단배')).json.people).toEqual([]);
    const secret = await createPost(t, writer, { boardType: 'SECRET', title: '조개껍데기 비밀' });
    expect(await found('조개'), 'a block does not reveal an anonymous author').toContain(secret);
  });

  it('finds no anonymous post by its writer [ANON-18]', async () => {
    const open = await createPost(t, writer, { title: '갯벌에서' });
    await createPost(t, writer, { boardType: 'SECRET', title: '갯벌 비밀' });
    const room = await createLectureRoom(t);
    for (const as of [reader, writer]) await markRoom(t, as, room);
    await createLecturePost(t, writer, room, { title: '갯벌 질문', anonymous: true });
    for (const filter of ['writer', 'all']) {
      const ids = await found('돛단', `&filter=${filter}&period=week`);
      expect(ids).toContain(open);
      const { json } = await search('돛단', `&filter=${filter}&period=week`);
      for (const post of json.posts) expect(post.writerNickname).toBe('돛단배');
    }
  });

  it('searches the own lecture rooms only [LIST-133]', async () => {
    const [mine, other] = [await createLectureRoom(t), await createLectureRoom(t)];
    const closed = await createLectureRoom(t, { membersOnly: true, entryCode: 'abcd' });
    const post = await createLecturePost(t, writer, mine, { title: '닻을 올리는 법' });
    const staff = await t.signIn('MANAGER');
    for (const room of [other, closed]) {
      await createLecturePost(t, staff, room, { title: '닻을 내리는 법' });
    }
    expect(await found('닻을')).toEqual([]);
    await markRoom(t, reader, mine);
    expect(await found('닻을')).toEqual([post]);
    expect(await found('닻을', '&place=ROOMS')).toEqual([post]);
    expect(await found('닻을', '&place=FREE')).toEqual([]);
    const { json } = await search('닻을');
    expect(json.posts[0]).toMatchObject({ boardType: 'LECTURE_Q', lectureId: mine });
    const professor = await t.signIn('PROFESSOR');
    const taught = await createLectureRoom(t, { professorId: professor.id });
    const asked = await createLecturePost(t, professor, taught, { title: '닻을 묻습니다' });
    expect(await found('닻을', '', professor)).toEqual([asked]);
  });

  it('finds people and lectures, also by initial consonants, on the first page [LIST-134]', async () => {
    const other = await t.signInAs(await createMember(t.db, 'STUDENT', { nickname: '물수제비' }));
    await createLectureRoom(t, { title: '물수리학 개론' });
    for (const query of ['물수', 'ㅁㅅ']) {
      const { json } = await search(query);
      expect(json.people).toMatchObject([{ id: other.id, nickname: '물수제비' }]);
      expect(json.people[0]).not.toHaveProperty('email');
      expect(json.lectures).toMatchObject([{ title: '물수리학 개론', isMarked: false }]);
    }
    for (const more of ['&page=1', '&place=FREE']) {
      expect((await search('물수', more)).json).toMatchObject({ people: [], lectures: [] });
    }
    expect((await search('물수', '', other)).json.people, 'never oneself').toEqual([]);
    await createBlock(t.db, other, reader);
    expect((await search('물수')).json.people, 'who blocks').toHaveLength(1);
    await createBlock(t.db, reader, other);
    expect((await search('물수')).json.people).toEqual([]);
  });

  it('runs three statements, and one for a later page [LIST-135]', async () => {
    const count = async (more: string) =>
      (await recordStatements(() => search('하늘', more))).length;
    expect(await count('')).toBe(3);
    expect(await count('&page=1')).toBe(1);
  });

  it('counts 200 hits at most [LIST-135]', async () => {
    await t.db.execute(`insert into posts (board_type, author_id, title, content, content_text, created_at)
      select 'REVIEW', ${writer.id}, '밀물 ' || n, '', '', '${t.clock.now().toISOString()}'::timestamptz - n * interval '1 hour' from generate_series(1, 230) as n`);
    const { json } = await search('밀물', '&page=19');
    expect(json).toMatchObject({ totalCount: LIMITS.searchFound, totalPages: 20 });
    expect(json.posts).toHaveLength(10);
    expect(await found('밀물', '&page=20')).toEqual([]);
  });
});
