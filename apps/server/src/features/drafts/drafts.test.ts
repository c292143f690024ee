import { readDraftPlace } from '@naru/contract/drafts';
import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { saveDraft } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  me = await t.signIn('STUDENT');
});

const save = (place: string, draft?: Parameters<typeof saveDraft>[3], as = me) =>
  saveDraft(t, as, place, draft);
const find = async (place: string, as = me) =>
  (await t.call('GET', `/api/member/drafts/${place}`, { as })).json.draft;
const list = async (as = me): Promise<{ place: string; title: string }[]> =>
  (await t.call('GET', '/api/member/drafts', { as })).json.drafts;
const remove = (place: string, version: string, as = me) =>
  t.call('DELETE', `/api/member/drafts/${place}?version=${version}`, { as });
const after = (days: number) => t.clock.advance(days * 24 * 60 * 60);

describe('drafts on the account', () => {
  it('refuse a caller without a token [POST-252]', async () => {
    for (const [method, url] of [
      ['GET', '/api/member/drafts'],
      ['GET', '/api/member/drafts/FREE'],
      ['PUT', '/api/member/drafts/FREE'],
      ['DELETE', '/api/member/drafts/FREE?version=version-1'],
    ] as const) {
      expect((await t.call(method, url)).status, url).toBe(401);
    }
  });

  it.each([
    'SECRET',
    'secret',
    'SECRET.7',
    'SECRET-LECTURE-3',
    // The first and the last id of an anonymous post.
    `LECTURE-3.${2 ** 40}`,
    `FREE.${2 ** 47 - 1}`,
    'POPULAR',
    'MARKET',
    'LECTURE',
    'LECTURE-0',
    'SCHEDULED-3.4',
    'FREE.x',
    'NOPE',
  ])('take none for %s, as of anonymous posts [POST-254]', async (place) => {
    const { status, json } = await save(place);
    expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(readDraftPlace(place)).toBeNull();
  });

  it('refuse what is larger than a post, and keep what was there [POST-252]', async () => {
    await save('FREE', { title: '먼저 쓴 글' });
    const html = 'x'.repeat(LIMITS.contentMaxBytes + 1);
    const next = { html, version: 'version-2', base: 'version-1' };
    expect((await save('FREE', next)).status).toBe(400);
    expect(await find('FREE')).toMatchObject({ version: 'version-1' });
  });

  it('go from one device of the member to another, and to nobody else [POST-252]', async () => {
    const phone = await t.signInAs(me);
    const id = await createLectureRoom(t, { title: '자료구조' });
    expect((await save('FREE', { title: '쓰던 글' }, phone)).status).toBe(200);
    t.clock.advance(1);
    await save(`LECTURE-${id}`, { title: '질문이 있습니다' }, phone);
    expect(await find('FREE')).toMatchObject({
      version: 'version-1',
      content: { title: '쓰던 글', html: '<p>여기까지</p>' },
    });
    expect(await list()).toMatchObject([
      { place: `LECTURE-${id}`, title: '질문이 있습니다', lectureTitle: '자료구조' },
      { place: 'FREE', title: '쓰던 글', excerpt: '여기까지', lectureTitle: null },
    ]);
    const other = await t.signIn('SYSTEM');
    expect([await list(other), await find('FREE', other)]).toEqual([[], null]);
    expect((await remove('FREE', 'version-1', other)).status).toBe(200);
    expect(await find('FREE')).not.toBeNull();
  });

  it('are unreadable in the database [POST-254]', async () => {
    await save('FREE', { title: '아무도 모르는 제목', html: '<p>아무도 모르는 본문</p>' });
    const { rows } = await t.db.execute<{ head: Buffer; content: Buffer }>(
      sql`select head, content from drafts where member_id = ${me.id}`,
    );
    const stored = Buffer.concat(rows.flatMap(({ head, content }) => [head, content]));
    expect(rows).toHaveLength(1);
    expect(stored.includes('아무도')).toBe(false);
  });

  it('are replaced only by who has seen them [POST-253]', async () => {
    await save('FREE', { title: '가' });
    const blind = await save('FREE', { title: '나', version: 'version-2' });
    expect(blind.json).toMatchObject({ savedAt: null, other: { content: { title: '가' } } });
    expect((await find('FREE')).content.title).toBe('가');
    const seen = { title: '나', version: 'version-2', base: 'version-1' };
    expect((await save('FREE', seen)).json.savedAt).not.toBeNull();
    t.clock.advance(1);
    expect((await save('FREE', seen)).json.savedAt, 'sent again').not.toBeNull();
    expect((await find('FREE')).content.title).toBe('나');
    expect((await remove('FREE', 'version-1')).json.error).toBe('DRAFT_CHANGED');
    expect((await remove('FREE', 'version-2')).status).toBe(200);
    expect((await remove('FREE', 'version-2')).status, 'sent again').toBe(200);
    const gone = await save('FREE', { title: '다', version: 'version-3', base: 'version-2' });
    expect(gone.json).toEqual({ savedAt: null, other: null });
  });

  it('of two devices that save at once, one draft is stored and the other device gets it [POST-253]', async () => {
    const saved = await Promise.all(
      ['phone-0001', 'laptop-0001'].map((version) => save('QNA', { title: version, version })),
    );
    const stored = saved.filter(({ json }) => json.savedAt !== null);
    const { version, content } = await find('QNA');
    expect(stored).toHaveLength(1);
    expect(content.title).toBe(version);
    const [refused] = saved.filter(({ json }) => json.savedAt === null);
    expect(refused?.json.other).toMatchObject({ version });
  });

  it('are at most 20, also when several are saved at once, and one can be changed then [POST-252]', async () => {
    const places = Array.from({ length: LIMITS.draftsMax + 2 }, (_, n) => `FREE.${n + 1}`);
    const saved = await Promise.all(places.map((place) => save(place)));
    const refused = saved.filter(({ status }) => status !== 200);
    expect(refused.map(({ json }) => json.error)).toEqual(['DRAFT_LIMIT', 'DRAFT_LIMIT']);
    const [stored] = await list();
    const next = { version: 'version-2', base: 'version-1' };
    expect((await save(stored?.place ?? '', next)).status).toBe(200);
  });

  it('end after 30 days: unseen at once, then deleted [POST-255]', async () => {
    await save('FREE');
    after(29);
    me = await t.signInAs(me);
    expect(await list()).toHaveLength(1);
    after(2);
    me = await t.signInAs(me);
    expect([await list(), await find('FREE')]).toEqual([[], null]);
    expect((await save('QNA')).status).toBe(200);
    await t.services.jobs.content.run();
    const { rows } = await t.db.execute(sql`select place from drafts where member_id = ${me.id}`);
    expect(rows).toEqual([{ place: 'QNA' }]);
  });

  it('are not written back by a save that meets the removal of the account [POST-255]', async () => {
    const holder = await t.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from members where id = $1 for no key update', [me.id]);
      const saving = save('FREE');
      await expect
        .poll(async () => {
          const { rows } = await t.db.execute<{ n: number }>(
            sql`select count(*)::int as n from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.n;
        })
        .toBe(1);
      await holder.query('update members set withdrawn_at = now() where id = $1', [me.id]);
      await holder.query('commit');
      expect((await saving).json.error).toBe('TOKEN_INVALID');
    } finally {
      holder.release();
    }
  });
});
