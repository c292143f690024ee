import { LIMITS } from '@naru/contract/limits';
import type { NotificationItem } from '@naru/contract/notifications';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlock } from '../../testing/factories/friends.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
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
