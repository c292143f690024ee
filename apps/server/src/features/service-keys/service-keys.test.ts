import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createServiceKey, systemNotice } from '../../testing/factories/sources.ts';
import { findInTables, takeSnapshot } from '../../testing/matrix/snapshot.ts';
import { createSecondServer, type SecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const KEYS = '/api/admin/service-keys';
const NOTICES = '/api/system/notices';
const RATES = { wrongKeys: 5, serviceKey: 12 };

let t: TestApp;
let other: SecondServer;
let admin: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ rates: RATES });
  other = await createSecondServer(t, { rates: RATES });
  [admin, student] = [await t.signIn('ADMIN'), await t.signIn('STUDENT')];
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const make = (name: string) => t.call('POST', KEYS, { as: admin, body: { name } });
const list = async () => (await t.call('GET', KEYS, { as: admin })).json.keys;
const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });
const sendTo = (server: Pick<TestApp, 'call'>, key: string, body: unknown) =>
  server.call('POST', NOTICES, { headers: headersOf(key), body });
const send = (key: string, body: unknown) => sendTo(t, key, body);
const revokeAll = () => t.db.execute('update service_keys set revoked_at = now()');
const newKey = async (name?: string) => (await createServiceKey(t, admin, name)).key;
const get = async (url: string) => (await t.call('GET', url, { as: student })).json;

describe('service keys', () => {
  it('need a name of 1 to 30 characters [SVC-01]', async () => {
    for (const name of ['', '  ', '\u200b', '가'.repeat(31)]) {
      const { status, json } = await make(name);
      expect([status, json.errors[0].message]).toEqual([
        ...[400, '키의 이름을 1자 이상 30자 이하로 입력해 주세요.'],
      ]);
    }
  });

  it('are shown once and stored as a hash, each making and revoking in the audit log [SVC-01]', async () => {
    const { status, json } = await make(' 학과 홈페이지 ');
    expect([status, json.message]).toEqual([201, '서비스 키를 발급했습니다.']);
    expect(json.key).toMatch(/^naru_[\w-]{43}$/);
    expect(await findInTables(t, json.key.slice(11))).toEqual([]);
    const [listed] = await list();
    expect(listed).toEqual({
      ...{ id: json.id, name: '학과 홈페이지', prefix: json.key.slice(0, 11) },
      ...{ madeBy: admin.nickname, madeAt: expect.any(String) },
      ...{ lastUsedAt: null, uses: 0, revokedAt: null },
    });
    const revoke = () => t.call('DELETE', `${KEYS}/${json.id}`, { as: admin });
    expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200]);
    const [row] = (await list()).filter(({ id }: { id: number }) => id === json.id);
    expect(row.revokedAt).toEqual(expect.any(String));
    for (const action of ['service-key.make', 'service-key.revoke']) {
      const entries = await readAuditOf(t, action);
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({
        ...{ actorId: admin.id, targetType: 'service-key', targetId: json.id },
        detail: { name: '학과 홈페이지' },
      });
    }
    expect((await t.call('DELETE', `${KEYS}/999999`, { as: admin })).json.error).toBe(
      'SERVICE_KEY_NOT_FOUND',
    );
  });

  it('stay when the ADMIN who made them leaves [SVC-01]', async () => {
    const leaver = await t.signIn('ADMIN');
    const { key, id } = await createServiceKey(t, leaver, '남는 키');
    await t.db.execute(`update members set withdrawn_at = now() where id = ${leaver.id}`);
    expect((await send(key, systemNotice())).status).toBe(201);
    const found = (await list()).find((one: { id: number }) => one.id === id);
    expect(found).toMatchObject({ madeBy: '탈퇴한 회원', uses: 1 });
  });

  it('are 20 at most, also when several ADMINs make one at once [LIMIT-01, SVC-01]', async () => {
    await revokeAll();
    for (let n = 1; n < LIMITS.serviceKeys; n += 1) await createServiceKey(t, admin, `키 ${n}`);
    const statuses = (await Promise.all([make('하나'), make('둘')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
    await revokeAll();
    expect((await list()).length).toBeLessThanOrEqual(40);
  });
});

describe('POST /api/system/notices', () => {
  it('posts a notice, changes it, and finds nothing new, by its id at the source [SVC-02]', async () => {
    const key = await newKey();
    const body = systemNotice({
      publishedAt: '2026-11-02T09:00:00+09:00',
      attachments: [{ name: '양식.hwp', url: '/file/1' }],
    });
    const made = await send(key, body);
    expect([made.status, made.json]).toEqual([
      201,
      { id: made.json.id, outcome: 'created', note: null, message: '공지를 등록했습니다.' },
    ]);
    const again = await send(key, body);
    expect([again.status, again.json.outcome, again.json.id]).toEqual([
      ...[200, 'unchanged', made.json.id],
    ]);
    const changed = await send(key, { ...body, title: '고친 제목', isPinned: true });
    expect([changed.status, changed.json.outcome]).toEqual([200, 'updated']);
    const { dto } = await get(`/api/post/${made.json.id}`);
    expect(dto).toMatchObject({
      title: '고친 제목',
      createdDate: '2026-11-02T09:00:00+09:00',
      writerId: null,
      writerNickname: '학교 홈페이지',
      pinned: true,
    });
    expect(dto.content).toContain('"https://www.example.ac.kr/file/1"');
    await send(key, { ...body, title: '고친 제목' });
    expect((await get(`/api/post/${made.json.id}`)).dto.pinned).toBe(false);
  });

  it('stores one post for the same notice sent at once, to two servers too [SVC-02]', async () => {
    const [key, body] = [await newKey('동시'), systemNotice()];
    const sent = await Promise.all([t, other, t, other].map((server) => sendTo(server, key, body)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
    expect(new Set(sent.map(({ json }) => json.id)).size).toBe(1);
  });

  it('keys of one name continue each other, those of another do not [SVC-02]', async () => {
    const body = systemNotice();
    const first = await send(await newKey('이어서'), body);
    const second = await send(await newKey('이어서'), { ...body, title: '새 키로 고침' });
    expect([second.status, second.json.id]).toEqual([200, first.json.id]);
    const third = await send(await newKey('다른 곳'), { ...body, title: '다른 곳의 글' });
    expect([third.status, third.json.id === first.json.id]).toEqual([201, false]);
  });

  it('changes no notice of another name or source, which it may only share [SVC-02]', async () => {
    const body = { ...systemNotice(), isPinned: false };
    const keyOfOwner = await newKey('주인');
    const { id } = (await send(keyOfOwner, body)).json;
    t.clock.advance(1);
    const stranger = await newKey('남');
    expect((await send(stranger, body)).json).toMatchObject({ outcome: 'unchanged', id });
    const changed = { ...body, title: '가로챈 글', isPinned: true };
    expect((await send(stranger, changed)).json).toMatchObject({
      ...{ outcome: 'unchanged', id },
      note: '다른 출처가 먼저 올린 글이라 바뀐 내용을 옮기지 않았습니다.',
    });
    expect((await get(`/api/post/${id}`)).dto).toMatchObject({ title: body.title });
    const corrected = { ...body, title: '주인이 고친 글' };
    expect((await send(keyOfOwner, corrected)).json).toMatchObject({ outcome: 'updated', id });
    await revokeAll();
    const successor = await newKey('남');
    const taken = { ...changed, isPinned: false };
    expect((await send(successor, taken)).json).toMatchObject({ outcome: 'updated', id });
  });

  it('records each use with the notice, by no member [SVC-04]', async () => {
    const { id, key } = await createServiceKey(t, admin, '기록');
    const body = systemNotice();
    const made = (await send(key, body)).json;
    await send(key, body);
    const entries = (await readAuditOf(t, 'service-key.use')).filter(
      ({ targetId }) => targetId === id,
    );
    expect(entries.map(({ detail }) => (detail as { outcome: string }).outcome)).toEqual([
      ...['created', 'unchanged'],
    ]);
    expect(entries[0]).toMatchObject({
      ...{ actorId: 0, targetType: 'service-key', address: '127.0.0.1' },
      detail: { name: '기록', title: body.title, sourceId: body.sourceId, postId: made.id },
    });
    const url = `/api/admin/audit?targetType=service-key&targetId=${id}`;
    const { entries: shown } = (await t.call('GET', url, { as: admin })).json;
    expect(shown[0]).toMatchObject({ actorId: 0, actorNickname: '서비스 키' });
    const found = (await list()).find((one: { id: number }) => one.id === id);
    expect(found).toMatchObject({ uses: 2, lastUsedAt: expect.any(String) });
  });

  it.each([
    [{ boardType: 'FREE' }, '이 게시판에는 글을 쓸 수 없습니다. 다른 게시판을 선택해 주세요.'],
    [{ title: ' ' }, '게시판, 제목, 내용을 모두 입력해 주세요.'],
    [{ targetUrl: '/view.do' }, 'http:// 또는 https://로 시작하는 주소를 입력해 주세요.'],
    [{ sourceId: '' }, '원문 번호(sourceId)를 1자 이상 200자 이하로 적어 주세요.'],
    [{ sourceId: '\u200b' }, '원문 번호(sourceId)를 1자 이상 200자 이하로 적어 주세요.'],
    [{ publishedAt: '2026-11-02' }, '올바른 값을 입력해 주세요.'],
    [
      { attachments: Array(21).fill({ name: 'a', url: '/a' }) },
      '첨부 파일은 20개까지 적을 수 있습니다.',
    ],
  ])('refuses %j and records nothing [SVC-02]', async (more, message) => {
    const key = await newKey();
    const before = await takeSnapshot(t);
    const { status, json } = await send(key, systemNotice(more));
    expect([status, json.errors?.[0]?.message]).toEqual([400, message]);
    expect(await takeSnapshot(t)).toEqual(before);
  });
});

describe('a request without a right key', () => {
  const refusal = async (headers: Record<string, string>) => {
    const { status, json } = await t.call('POST', NOTICES, { headers, body: systemNotice() });
    return [status, json.error, json.message];
  };

  it('is refused alike, whatever is wrong, before its body is read [SVC-03]', async () => {
    const { id, key } = await createServiceKey(t, admin);
    const expected = [
      ...[401, 'SERVICE_KEY_INVALID'],
      '서비스 키가 없거나 올바르지 않습니다. 폐기된 키인지 확인해 주세요.',
    ];
    await t.call('DELETE', `${KEYS}/${id}`, { as: admin });
    const before = await takeSnapshot(t);
    for (const headers of [{}, headersOf(key), headersOf(`${key}x`), admin.headers]) {
      expect(await refusal(headers as Record<string, string>)).toEqual(expected);
    }
    expect(await takeSnapshot(t)).toEqual(before);
    expect(t.logs.some((line) => line.includes('service key refused'))).toBe(true);
    expect(t.logs.some((line) => line.includes(key.slice(11)))).toBe(false);
  });

  it('is 429 above the rate of its address, where a right key goes on [SVC-03, LIMIT-10]', async () => {
    const inject = (key: string) =>
      t.app.inject({
        method: 'POST',
        url: NOTICES,
        remoteAddress: '198.51.100.7',
        headers: headersOf(key),
        payload: systemNotice(),
      });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await inject('naru_wrong')).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await inject(await newKey())).statusCode).toBe(201);
  });

  it('is all that a key can make elsewhere [SVC-03]', async () => {
    const headers = headersOf(await newKey());
    for (const url of ['/api/member/me', KEYS, '/api/post?boardType=free']) {
      const { status, json } = await t.call('GET', url, { headers });
      expect([status, json.error], url).toEqual([401, 'TOKEN_INVALID']);
    }
  });
});

describe('a key', () => {
  it('has a rate of its own [SVC-03]', async () => {
    const [one, two] = [await newKey('하나'), await newKey('둘')];
    const body = systemNotice();
    const statuses: number[] = [];
    for (let n = 0; n < RATES.serviceKey + 1; n += 1) statuses.push((await send(one, body)).status);
    expect(statuses.at(-2)).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    expect((await send(two, systemNotice())).status).toBe(201);
  });

  it('that is revoked on one server is refused by the other at once [SVC-03]', async () => {
    const { id, key } = await createServiceKey(t, admin);
    expect((await sendTo(other, key, systemNotice())).status).toBe(201);
    await t.call('DELETE', `${KEYS}/${id}`, { as: admin });
    expect((await sendTo(other, key, systemNotice())).status).toBe(401);
  });

  it('that is revoked while its notice is stored stores nothing [SVC-03]', async () => {
    const { id, key } = await createServiceKey(t, admin);
    const body = systemNotice();
    const caller = await t.services.serviceKeys.authenticate(key);
    await t.call('DELETE', `${KEYS}/${id}`, { as: admin });
    await expect(
      t.services.systemNotices.send(caller, { ...body, isPinned: false, attachments: [] } as never),
    ).rejects.toMatchObject({ code: 'SERVICE_KEY_INVALID' });
    expect(await findInTables(t, body.title, ['posts', 'imported_articles'])).toEqual([]);
  });
});
