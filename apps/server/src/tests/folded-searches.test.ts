import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChatRoom, sendChatMessage } from '../testing/factories/chat.ts';
import { createInquiry } from '../testing/factories/inquiries.ts';
import { createLecturePost } from '../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../testing/factories/lecture-rooms.ts';
import { createMember } from '../testing/factories/members.ts';
import { createPost } from '../testing/factories/posts.ts';
import { createEntry } from '../testing/factories/roster.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

/** What was written, and what is typed to find it; each is found in the other direction too. */
const DIFFERENCES: Record<string, [string, string]> = {
  'a no-break space': ['중간\u00a0범위', '중간 범위'],
  'an ideographic space': ['기말\u3000자료', '기말 자료'],
  'two spaces': ['보강  날짜', '보강 날짜'],
  'a zero-width space': ['실험\u200b보고서', '실험보고서'],
  'a word joiner and a mark of direction': ['휴\u2060학\u200e원서', '휴학원서'],
  'a soft hyphen': ['졸업\u00ad요건', '졸업요건'],
  'full-width letters': ['ＡＩ２０２６', 'ai2026'],
  'half-width katakana': ['ﾃｽﾄ', 'テスト'],
  'circled and squared forms': ['①㎡㈜', '1m2(주)'],
  'a ligature': ['ﬁnal', 'final'],
  'decomposed Hangul': ['해양학'.normalize('NFD'), '해양학'],
  'half-width letters of syllables': ['ﾊﾊﾊ', 'ハハハ'],
  'a decomposed accent': ['Cafe\u0301Z', 'caféz'],
  'the variant of a symbol': ['별\u2733\ufe0f표', '별\u2733표'],
  'upper case': ['QUIZ', 'quiz'],
};
const WRITTEN = Object.values(DIFFERENCES).map(([written]) => written);
const PLAIN = Object.values(DIFFERENCES).map(([, typed]) => typed);

let t: TestApp;
let student: SignedIn;
let admin: SignedIn;
/** Path with the place of the words, whose search it is, and whether a response has found something. */
type Place = [path: string, as: () => SignedIn, has: (json: never) => boolean];
const places: Record<string, Place> = {};

beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
  admin = await t.signIn('ADMIN');
  for (const texts of [WRITTEN, PLAIN]) await fill(texts, texts === PLAIN);
}, 30_000);
afterAll(() => t.close());

/** Stores the texts in everything that a search reads. Titles have room for a part of them. */
async function fill(texts: readonly string[], isPlain: boolean) {
  const friend = await t.signIn('STUDENT');
  const html = `<p>${texts.join('</p><p>')}</p>`;
  const parts = [texts.slice(0, 6), texts.slice(6, 12), texts.slice(12)].map((one) =>
    one.join(' / '),
  );
  const room = await createChatRoom(t, student, friend);
  const lecture = await createLectureRoom(t, { title: '빈 강의', intro: texts.join('\n') });
  await markRoom(t, student, lecture);
  await createLecturePost(t, student, lecture, { title: '글', content: html });
  for (const boardType of ['FREE', 'SECRET'] as const) {
    t.clock.advance(60);
    await createPost(t, student, { boardType, title: '글', content: html });
  }
  for (const [at, title] of parts.entries()) {
    t.clock.advance(60);
    await createPost(t, student, { boardType: 'QNA', title });
    await createPost(t, student, { boardType: 'MARKET', title, price: 0 });
    await createInquiry(t, student, { title });
    await createEntry(t, { name: title });
    await createMember(t.db, 'STUDENT', { name: title });
    await sendChatMessage(t, friend, room, title);
    await createLectureRoom(t, { title: isPlain ? `${title}${at}` : title, professorName: '교수' });
    await createLectureRoom(t, { title: `빈 ${at}${texts.length}`, professorName: title });
  }
  for (const [at, words] of texts.entries()) {
    await t.db.execute(sql`
      insert into email_log (recipient, kind, state, created_at)
      values (${`${at}${words}@example.invalid`}, 'INVITATION', 'SENT', ${t.clock.now()})`);
  }
  const board = (type: string, filter: string): Place => [
    `/api/post?boardType=${type}&filter=${filter}&query=`,
    () => student,
    (json: { pageResponse: { totalCount: number } }) => json.pageResponse.totalCount > 1,
  ];
  const as = () => student;
  const asAdmin = () => admin;
  Object.assign(places, {
    'titles of a board': board('QNA', 'title'),
    'texts of a board': board('FREE', 'content'),
    'an anonymous board': board('SECRET', 'all'),
    'market items': board('MARKET', 'title'),
    everything: ['/api/search?query=', as, (json: { totalCount: number }) => json.totalCount > 3],
    'lecture rooms': [
      '/api/search?place=ROOMS&query=',
      as,
      (json: { totalCount: number }) => json.totalCount > 1,
    ],
    [`chat ${isPlain}`]: [
      `/api/mail/search/${room}?query=`,
      as,
      (json: object) => sizeOf(json) > 0,
    ],
    lectures: [
      '/api/lecture-room/list?query=',
      as,
      (json: { totalCount: number }) => json.totalCount > 5,
    ],
    inquiries: ['/api/inquiries?query=', asAdmin, (json: object) => sizeOf(json) > 1],
    roster: ['/api/admin/roster?query=', asAdmin, (json: object) => sizeOf(json) > 1],
    members: ['/api/admin/search-users?name=', asAdmin, (json: object) => sizeOf(json) > 1],
    'e-mails': ['/api/admin/emails?query=', asAdmin, (json: object) => sizeOf(json) > 1],
  } satisfies Record<string, Place>);
}

/** Length of the list that a response is, or of the first in it. */
function sizeOf(json: object): number {
  const list = Array.isArray(json) ? json : Object.values(json).find(Array.isArray);
  return list?.length ?? 0;
}

it.each(Object.keys(DIFFERENCES))(
  'finds texts by %s, written or typed [LIST-145]',
  async (name) => {
    // Searches of chats are limited.
    t.clock.advance(60);
    student = await t.signInAs(student);
    admin = await t.signInAs(admin);
    const missed: string[] = [];
    for (const [place, [path, as, has]] of Object.entries(places)) {
      for (const typed of DIFFERENCES[name] ?? []) {
        const { json } = await t.call('GET', `${path}${encodeURIComponent(typed)}`, { as: as() });
        if (!has(json as never)) missed.push(`${place}: ${typed}`);
      }
    }
    expect(missed).toEqual([]);
  },
);

it.each([
  '/api/friend/search?nickname=',
  '/api/search?query=',
  '/api/post?boardType=FREE&filter=writer&query=',
  '/api/admin/search-users?nickname=',
  '/api/admin/audit?actor=',
])('finds people by nicknames typed in another form: %s [LIST-145]', async (path) => {
  const nickname = `Wide달${path.length}`;
  const author = await t.signInAs(await createMember(t.db, 'ADMIN', { nickname }));
  await createPost(t, author, { boardType: 'FREE' });
  await t.services.audit.record(t.db, { memberId: author.id }, { action: 'audit.export' });
  const typed = ['Wide달', 'Wide달'.normalize('NFD'), 'Ｗide\u200b달', '\u00a0WIDE달'];
  for (const one of typed) {
    const words = encodeURIComponent(`${one}${path.length}`);
    expect((await t.call('GET', `${path}${words}`, { as: admin })).text).toContain(nickname);
  }
});
