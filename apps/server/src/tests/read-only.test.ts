import { isRefusedReadOnly } from '@naru/contract/route';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeComment } from '../testing/factories/comments.ts';
import { TEST_PASSWORD } from '../testing/factories/members.ts';
import { createPost } from '../testing/factories/posts.ts';
import { allowAnonymous, readAuditOf } from '../testing/factories/settings.ts';
import { countWaiting } from '../testing/lock-waits.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { startMatrixProvider, stopMatrixProvider } from '../testing/matrix/provider-requests.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { NAMED_SITE } from '../testing/matrix/second-factor-requests.ts';
import { takeSnapshot } from '../testing/matrix/snapshot.ts';
import { callerOf, clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const WHY = { reason: '서버를 옮기고 있습니다', until: '2026-12-01T09:00:00+09:00' };
const SENTENCE = '서버를 옮기고 있습니다. 12월 1일 09:00까지 읽기만 할 수 있습니다.';

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await createTestApp({ env: { ...NAMED_SITE, ...(await startMatrixProvider()) } });
  world = await createWorld(t);
});
afterAll(() => Promise.all([t.close(), stopMatrixProvider()]));

const start = () => t.services.siteStatus.startReadOnly(null, WHY);
const end = () => t.services.siteStatus.endReadOnly(null);

/** What may be called without a word of why here is a mistake. */
const ALLOWED = [
  'DELETE /api/admin/read-only',
  'DELETE /api/member/feeds/:kind',
  'DELETE /api/member/sessions',
  'DELETE /api/member/sessions/:id',
  'POST /api/admin/backups',
  'POST /api/admin/backups/:name/link',
  'POST /api/admin/backups/prove',
  'POST /api/admin/sources/dry-run',
  'POST /api/admin/sources/recognise',
  'POST /api/api/auth/refresh',
  'POST /api/auth/end-session',
  'POST /api/auth/refresh',
  'POST /api/csp-report',
  'POST /api/member/login',
  'POST /api/member/login/passkey',
  'POST /api/member/login/passkey/begin',
  'POST /api/member/login/provider',
  'POST /api/member/login/provider/begin',
  'POST /api/member/login/second-step',
  'POST /api/member/logout',
  'POST /api/member/verify-password',
  'POST /api/post/summary-multi',
  'POST /api/suspension/read',
  'PUT /api/admin/read-only',
];

/** What reading stores nevertheless: who saw personal data, how often somebody asked, keys and open streams. */
const WITH_READS = [
  ...['audit_entries', 'backup_archives', 'backup_downloads', 'event_streams'],
  ...['throttles', 'wrapped_keys'],
];

const calls = [...contractCalls()];

it('lets only what ends or begins a session, reads, or switches go on while the site is read-only [OPS-496]', () => {
  const open = calls.filter(([, route]) => route.method !== 'GET' && !isRefusedReadOnly(route));
  expect(open.map(([call]) => call).toSorted()).toEqual(ALLOWED);
});

describe('while the site is read-only', () => {
  afterEach(end);

  /** Without the stream, which never ends. */
  it.each(calls.filter(([call]) => call !== 'GET /api/events'))(
    '%s is refused if it stores something, and stores nothing [OPS-496]',
    async (call, route) => {
      const build = REQUESTS[call];
      if (build === undefined) throw new Error('no request for this call');
      const caller = callerOf(world, route);
      const cell = { caller, owner: world.student, variant: undefined, isForged: false };
      const request = await build(world, cell);
      await clearThrottles(t);
      await start();
      const isRefused = isRefusedReadOnly(route);
      const [method = ''] = call.split(' ');
      const storedAlso = isRefused ? [] : WITH_READS;
      const before = isRefused || method === 'GET' ? await takeSnapshot(t, storedAlso) : null;
      const { url, ...sent } = request;
      const { status, json } = await t.call(method, url, { as: caller, ...sent });
      if (isRefused)
        expect([status, json?.error, json?.message]).toEqual([409, 'READ_ONLY', SENTENCE]);
      else expect(status, JSON.stringify(json)).toBeLessThan(400);
      await t.services.boards.settleVisits();
      if (before !== null) expect(await takeSnapshot(t, storedAlso)).toEqual(before);
    },
  );
});

describe('the switch', () => {
  it('is for ADMINs, who also change the reason, and is on record [OPS-496]', async () => {
    const { ADMIN, MANAGER } = world.byRole;
    const call = (method: string, as = ADMIN, body?: unknown) =>
      t.call(method, '/api/admin/read-only', { as, ...(body !== undefined && { body }) });
    const entries = async () => (await readAuditOf(t, 'setting.update')).length;
    const before = await entries();
    expect((await call('PUT', MANAGER, WHY)).status).toBe(403);
    const first = await call('PUT', ADMIN, WHY);
    expect(first.json.readOnly).toEqual({ ...WHY, since: expect.any(String) });
    t.clock.advance(60);
    const second = await call('PUT', ADMIN, { reason: '점검 중입니다.' });
    expect(second.json.readOnly).toEqual({
      reason: '점검 중입니다.',
      until: null,
      since: first.json.readOnly.since,
    });
    expect((await t.call('GET', '/api/config')).json.status.readOnly).toBe(
      '점검 중입니다. 지금은 읽기만 할 수 있습니다.',
    );
    expect((await call('DELETE', MANAGER)).status).toBe(403);
    expect((await call('DELETE')).json.readOnly).toBeNull();
    expect((await call('DELETE')).json.readOnly).toBeNull();
    expect((await t.call('GET', '/api/config')).json.status.readOnly).toBeNull();
    expect(await entries()).toBe(before + 3);
  });

  it.each([
    [{ reason: '' }, 'reason'],
    [{ reason: '가'.repeat(61) }, 'reason'],
    [{ reason: '점검', until: '내일' }, 'until'],
  ])('refuses %j [OPS-496]', async (body, field) => {
    const { status, json } = await t.call('PUT', '/api/admin/read-only', {
      as: world.byRole.ADMIN,
      body,
    });
    expect([status, json.errors[0].field]).toEqual([400, field]);
  });

  it('leaves out a time that has passed [OPS-496]', async () => {
    await t.services.siteStatus.startReadOnly(null, {
      reason: '점검!',
      until: '2026-01-01T00:00:00+09:00',
    });
    const { json } = await t.call('GET', '/api/config');
    expect(json.status.readOnly).toBe('점검! 지금은 읽기만 할 수 있습니다.');
    await end();
  });

  it('lets a member log in, refresh and log out, and reports a missing login first [OPS-496]', async () => {
    await start();
    const { username } = world.other;
    const login = await t.call('POST', '/api/member/login', {
      body: { username, password: TEST_PASSWORD },
    });
    expect(login.status).toBe(200);
    expect((await t.call('POST', '/api/post/1/like')).json.error).toBe('UNAUTHORIZED');
    await end();
  });

  it('completes a write that was admitted before, and refuses the next one [OPS-497]', async () => {
    const postId = await createPost(t, world.student);
    let goOn = () => {};
    let lock: Promise<unknown> = Promise.resolve();
    await new Promise<void>((locked) => {
      lock = t.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from posts where id = ${postId} for update`);
        const released = new Promise<void>((resolve) => {
          goOn = resolve;
        });
        locked();
        await released;
      });
    });
    const under = t.call('POST', `/api/post/${postId}/like`, { as: world.other });
    await expect.poll(() => countWaiting(t)).toBe(1);
    await start();
    goOn();
    await lock;
    expect((await under).status).toBe(200);
    const next = await t.call('POST', `/api/post/${postId}/unlike`, { as: world.other });
    expect(next.json.error).toBe('READ_ONLY');
    await end();
    expect((await t.call('POST', `/api/post/${postId}/unlike`, { as: world.other })).status).toBe(
      200,
    );
  });

  it('counts no views of posts meanwhile, and those of afterwards [OPS-496]', async () => {
    await allowAnonymous(t, 'FREE');
    const [postId, secret] = [
      await createPost(t, world.student),
      await createPost(t, world.student, { anonymous: true }),
    ];
    const read = async (id: number) =>
      (await t.call('GET', `/api/post/${id}`, { as: world.other })).json.dto.viewCount;
    await start();
    const before = await takeSnapshot(t);
    expect([await read(postId), await read(secret)]).toEqual([0, 0]);
    expect(await takeSnapshot(t)).toEqual(before);
    await end();
    expect([await read(postId), await read(secret)]).toEqual([1, 1]);
  });

  it('notes no visits meanwhile, and those of afterwards [OPS-496]', async () => {
    await start();
    const reader = await t.signIn('STUDENT');
    expect((await t.call('GET', '/api/member/me', { as: reader })).status).toBe(200);
    await t.services.visits.settle();
    const visits = () => t.db.$count(sql`daily_visitors`, sql`member_id = ${reader.id}`);
    expect(await visits()).toBe(0);
    await end();
    await t.call('GET', '/api/member/me', { as: reader });
    await t.services.visits.settle();
    expect(await visits()).toBe(1);
  });

  it('survives a comment that was refused: sent again afterwards, it is stored once [OPS-497]', async () => {
    const postId = await createPost(t, world.student);
    await start();
    const body = { content: '안녕하세요', clientId: 'comment-of-a-pause' };
    const send = () => t.call('POST', `/api/post/${postId}/comments`, { as: world.student, body });
    expect((await send()).json.error).toBe('READ_ONLY');
    await end();
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    await writeComment(t, world.student, postId);
    expect(await t.db.$count(sql`comments`, sql`post_id = ${postId}`)).toBe(2);
  });
});
