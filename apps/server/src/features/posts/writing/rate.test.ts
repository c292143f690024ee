import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLectureRoom } from '../../../testing/factories/lecture-rooms.ts';
import { TEST_PASSWORD } from '../../../testing/factories/members.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ productionRates: true });
});
afterAll(() => t.close());
beforeEach(async () => {
  student = await t.signIn('STUDENT');
});

let counter = 0;
/** Writes a post with a text of its own. */
function write(as: SignedIn, boardType = 'FREE') {
  counter += 1;
  const body = { boardType, title: `글 ${counter}`, content: '<p>내용</p>', imageUrls: null };
  return t.call('POST', '/api/post/post-up', { as, body });
}
async function writeTen(as: SignedIn, boardType?: string) {
  for (let at = 0; at < 10; at += 1) expect((await write(as, boardType)).status).toBe(201);
}

describe('the rate of new posts', () => {
  it('refuses the eleventh post within ten minutes, on every board, and stores nothing [LIMIT-02]', async () => {
    await writeTen(student);
    const refused = await write(student, 'QNA');
    expect([refused.status, refused.json.error]).toEqual([429, 'POST_THROTTLED']);
    expect(refused.json.message).toBe(
      '글을 너무 많이 등록하고 있습니다. 잠시 후 다시 시도해 주세요.',
    );
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
    const { rows } = await t.db.execute(
      sql`select count(*)::int as stored from posts where author_id = ${student.id}`,
    );
    expect(rows[0]?.stored).toBe(10);
    t.clock.advance(wait);
    expect((await write(student)).status).toBe(201);
  });

  it('counts per member: nobody else is refused [LIMIT-10]', async () => {
    await writeTen(student);
    expect((await write(await t.signIn('STUDENT'))).status).toBe(201);
  });

  it('holds under parallel posts [LIMIT-02]', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await write(student)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('counts lecture posts too [LIMIT-11]', async () => {
    const lectureId = await createLectureRoom(t);
    await writeTen(student);
    const body = { lectureId, boardType: 'LECTURE_R', title: '후기', content: '<p>내용</p>' };
    const refused = await t.call('POST', '/api/post/lecture-post-up', { as: student, body });
    expect([refused.status, refused.json.error]).toEqual([429, 'POST_THROTTLED']);
  });

  it('does not count a double submit [LIMIT-11]', async () => {
    const body = { boardType: 'FREE', title: '같은 글', content: '<p>내용</p>', imageUrls: null };
    const send = () => t.call('POST', '/api/post/post-up', { as: student, body });
    const first = await send();
    for (let at = 0; at < 10; at += 1) expect((await send()).json.id).toBe(first.json.id);
    expect((await write(student)).status).toBe(201);
  });

  it('stores no client id that joins an anonymous row with an open one [ANON-112]', async () => {
    const clientId = 'one-draft-two-boards';
    const write = (boardType: string) =>
      t.call('POST', '/api/post/post-up', {
        as: student,
        body: { boardType, title: '옮긴 초안', content: '<p>내용</p>', clientId },
      });
    for (const boardType of ['FREE', 'SECRET']) {
      const { id } = (await write(boardType)).json;
      await t.call('POST', `/api/post/${id}/comments`, {
        as: student,
        body: { content: '같은 댓글', clientId },
      });
      t.clock.advance(60);
    }
    for (const table of ['posts', 'comments']) {
      const { rows } = await t.db.execute<{ author: string | null; client_id: string }>(
        `select author_id as author, client_id from ${table} where author_id = ${student.id}
          or author_seal = decode('${t.seal.seal(student.id).toString('hex')}', 'hex')`,
      );
      const ids = rows.map((row) => row.client_id);
      expect([rows.filter(({ author }) => author === null).length, ids.length]).toEqual([1, 2]);
      expect(ids.filter((id) => id === clientId)).toHaveLength(1);
    }
  });

  it.each(['FREE', 'SECRET'])(
    'stores a post on %s once per client id, also ten minutes later and after its deletion [RACE-16]',
    async (boardType) => {
      const body = { boardType, title: '한 번만', content: '<p>내용</p>', clientId: 'client-0001' };
      const send = (as = student, change = {}) =>
        t.call('POST', '/api/post/post-up', { as, body: { ...body, ...change } });
      const both = await Promise.all([send(), send()]);
      const { id } = both[0].json;
      expect(both.map(({ status, json }) => [status, json.id])).toEqual([
        [201, id],
        [201, id],
      ]);
      t.clock.advance(600);
      expect((await send(student, { title: '고친 제목' })).json.id).toBe(id);
      expect((await send(await t.signIn('STUDENT'))).json.id).not.toBe(id);
      expect((await send(student, { clientId: 'client-0002' })).json.id).not.toBe(id);
      await t.call('DELETE', `/api/post/${id}`, { as: student });
      expect((await send()).json.id).toBe(id);
      expect((await send(student, { clientId: 'short' })).status).toBe(400);
    },
  );

  it('counts anonymous posts under the sealed author, to the minute [ANON-27]', async () => {
    await writeTen(student, 'SECRET');
    expect((await write(student, 'SECRET')).status).toBe(429);
    const { rows } = await t.db.execute(sql`
      select key, extract(second from window_ends_at)::float as second from throttles
      where key like 'posts of %' and count = 10 and length(key) > 30`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ second }) => second === 0)).toBe(true);
    const own = sql`select 1 from throttles where key = ${`posts of ${student.id}`}`;
    expect((await t.db.execute(own)).rows).toEqual([]);
  });
});

describe('a clock that is set back', () => {
  const HOUR = 3_600;

  it('holds up no post, comment or login of a member who used up a limit before [REL-130]', async () => {
    await writeTen(student);
    const { id: postId } = (await write(await t.signIn('STUDENT'))).json;
    let comments = 0;
    const comment = () => {
      comments += 1;
      const body = { content: `댓글 ${comments}` };
      return t.call('POST', `/api/post/${postId}/comments`, { as: student, body });
    };
    const logIn = (password: string) =>
      t.call('POST', '/api/member/login', { body: { username: student.username, password } });
    for (let at = 0; at < 5; at += 1) await logIn('wrong-password-1');
    const all = async () => [
      (await write(student)).status,
      (await comment()).status,
      (await logIn(TEST_PASSWORD)).status,
    ];
    expect((await comment()).status).toBe(201);
    expect(await all()).toEqual([429, 429, 429]);
    // As far apart as the clocks of two servers may be.
    t.clock.advance(-30);
    expect(await all()).toEqual([429, 429, 429]);
    t.clock.advance(-HOUR);
    // Wrong passwords still count: they cost their longest delay at most.
    expect(await all()).toEqual([201, 201, 429]);
    t.clock.advance(900);
    expect((await logIn(TEST_PASSWORD)).status).toBe(200);
    t.clock.advance(HOUR + 30 - 900);
  });

  it('lets nobody exceed a limit [REL-130, LIMIT-02]', async () => {
    await writeTen(student);
    t.clock.advance(-HOUR);
    student = await t.signInAs(student);
    await writeTen(student);
    expect((await write(student)).status).toBe(429);
    t.clock.advance(HOUR);
  });
});
