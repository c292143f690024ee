import type { HeadBoard } from '@naru/contract/boards';
import { type EditedHeads, HEAD_BOARDS, type HeadsOfBoard } from '@naru/contract/heads';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPost } from '../../testing/factories/posts.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [admin, other] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
});
beforeEach(async () => {
  await t.db.execute('update posts set head_id = null');
  await t.db.execute('delete from board_heads');
  await t.db.execute('delete from board_head_rules');
});
afterAll(() => t.close());

const URL = '/api/admin/heads';
type Sent = HeadsOfBoard['heads'][number];

const edited = async (): Promise<EditedHeads> => (await t.call('GET', URL, { as: admin })).json;
const headsOf = async (board: HeadBoard) => (await edited())[board];
const chosen = (...names: string[]): Sent[] =>
  names.map((name) => ({ id: null, name, isRetired: false }));

/** The body that changes one board, or some. */
async function bodyWith(boards: Partial<Record<HeadBoard, Partial<HeadsOfBoard>>>) {
  const { version: _, ...stored } = await edited();
  const changed = Object.entries(boards).map(([board, next]) => [
    board,
    { ...stored[board as HeadBoard], ...next },
  ]);
  return { ...stored, ...Object.fromEntries(changed) };
}
const save = (body: unknown, { as = admin, version }: { as?: SignedIn; version?: string } = {}) =>
  t.call('PUT', version === undefined ? URL : `${URL}?version=${version}`, { as, body });
async function set(heads: Sent[], isRequired = false) {
  const { status, json } = await save(await bodyWith({ FREE: { heads, isRequired } }));
  if (status !== 200) throw new Error(JSON.stringify(json));
  return (json as EditedHeads).FREE.heads;
}
const config = async () => (await t.call('GET', '/api/config')).json.heads;

describe('the heads of boards', () => {
  it.each(['STUDENT', 'STUDENT_COUNCIL', 'MANAGER'] as const)(
    'are not for a %s to set [ADMIN-130]',
    async (role) => {
      const member = await t.signIn(role);
      expect((await t.call('GET', URL, { as: member })).status).toBe(403);
      const body = await bodyWith({ FREE: { heads: chosen('정보') } });
      expect((await save(body, { as: member })).status).toBe(403);
      expect((await headsOf('FREE')).heads).toEqual([]);
    },
  );

  it.each([
    ['an empty name', [' '], TEXTS.headRequired],
    ['a long name', ['가'.repeat(LIMITS.headMax + 1)], TEXTS.headLength],
    ['a name twice', ['정보', ' 정보'], TEXTS.headTwice],
    ['eleven', Array.from({ length: 11 }, (_, n) => `머리 ${n}`), TEXTS.headsMany],
  ])('refuse %s [ADMIN-130]', async (_what, names, message) => {
    const { status, json } = await save(await bodyWith({ FREE: { heads: chosen(...names) } }));
    expect([status, json.errors[0].message]).toEqual([400, message]);
    expect(await config()).toEqual([]);
  });

  it('refuse ids of other boards, and boards whose posts have none [ADMIN-130]', async () => {
    const [head] = await set(chosen('정보'));
    const body = await bodyWith({ QNA: { heads: [{ ...head, name: '장학' } as Sent] } });
    expect((await save(body)).status).toBe(400);
    const { MARKET, NOTICE_UNIV, POPULAR } = { ...(await edited()) } as Record<string, unknown>;
    expect([MARKET, NOTICE_UNIV, POPULAR]).toEqual([undefined, undefined, undefined]);
    expect((await headsOf('QNA')).heads).toEqual([]);
  });

  it('are added, ordered, exchanged, retired and brought back [ADMIN-130]', async () => {
    const [info, talk] = await set(chosen('정보', '잡담'));
    if (info === undefined || talk === undefined) throw new Error('no heads');
    expect(await set([talk, info])).toEqual([talk, info]);
    // Both names are taken while they change places.
    const swapped = [
      { ...talk, name: '정보' },
      { ...info, name: '잡담' },
    ];
    expect(await set(swapped)).toEqual(swapped);
    const retired = { ...talk, name: '정보', isRetired: true };
    const left = await set([{ ...info, name: '잡담' }, retired]);
    expect(left).toEqual([{ ...info, name: '잡담' }, retired]);
    expect(await config()).toEqual([
      { boardType: 'FREE', isRequired: false, heads: [{ id: info.id, name: '잡담' }] },
    ]);
    expect(await set([{ ...retired, isRetired: false }])).toEqual([
      { ...retired, isRetired: false },
      { ...info, name: '잡담', isRetired: true },
    ]);
  });

  it('that are left out are retired, and return by their name [ADMIN-130]', async () => {
    const [info] = await set(chosen('정보'));
    expect(await set([])).toEqual([{ ...info, isRetired: true }]);
    expect(await config()).toEqual([]);
    expect(await set(chosen('정보'))).toEqual([info]);
    const body = await bodyWith({
      FREE: { heads: [{ ...(info as Sent), name: '새 이름' }, ...chosen('새 이름')] },
    });
    expect((await save(body)).status).toBe(400);
  });

  it('are required only where there is one to choose [ADMIN-130]', async () => {
    await set([], true);
    expect((await headsOf('FREE')).isRequired).toBe(false);
    await set(chosen('정보'), true);
    expect((await config())[0]).toMatchObject({ boardType: 'FREE', isRequired: true });
  });

  it('let one of two parallel editors save and refuse the other [ADMIN-131]', async () => {
    const { version } = await edited();
    const bodies = [
      await bodyWith({ FREE: { heads: chosen('하나') } }),
      await bodyWith({ QNA: { heads: chosen('둘') } }),
    ];
    const responses = await Promise.all([
      save(bodies[0], { version }),
      save(bodies[1], { version, as: other }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stored = await edited();
    const names = HEAD_BOARDS.flatMap((board) => stored[board].heads.map(({ name }) => name));
    expect(names).toEqual(responses[0]?.status === 200 ? ['하나'] : ['둘']);
  });

  it('are on record by changed board [ADMIN-131]', async () => {
    const before = (await readAuditOf(t, 'setting.update')).length;
    await set(chosen('정보', '잡담'), true);
    const [, talk] = await set(chosen('정보', '잡담'), true);
    await set([talk as Sent]);
    const entries = (await readAuditOf(t, 'setting.update')).slice(before);
    expect(entries.map(({ detail }) => detail)).toEqual([
      { setting: 'heads', boardType: 'FREE', before: '없음', after: '정보, 잡담 · 꼭 고름' },
      {
        setting: 'heads',
        boardType: 'FREE',
        before: '정보, 잡담 · 꼭 고름',
        after: '잡담 · 쓰지 않음: 정보',
      },
    ]);
  });

  it('are shown with their new name by the next read of a cached list [POST-271]', async () => {
    const student = await t.signIn('STUDENT');
    const [info] = await set(chosen('정보'));
    await createPost(t, student, { headId: info?.id ?? 0 });
    const nameInList = async () =>
      (await t.call('GET', '/api/post?boardType=FREE', { as: student })).json.pageResponse.posts[0]
        .head.name;
    expect(await nameInList()).toBe('정보');
    await set([{ ...(info as Sent), name: '소식' }]);
    expect(await nameInList()).toBe('소식');
  });
});
