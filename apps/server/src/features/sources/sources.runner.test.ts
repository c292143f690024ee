import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, kstDay } from '../../platform/clock.ts';
import { changeSourceRow, readSource } from '../../testing/factories/sources.ts';
import { createSecondServer, type SecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createFakeSites, feedOf, feedSource } from './sources.fixture.ts';
import { pauseSeconds } from './sources.runner.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const sites = createFakeSites();
let t: TestApp;
let other: SecondServer;
let admin: SignedIn;
beforeAll(async () => {
  const { fetchPage } = sites;
  t = await createTestApp({ fetchPage });
  other = await createSecondServer(t, { fetchPage });
});
beforeEach(async () => {
  await t.db.execute('delete from sources');
  await t.db.execute('delete from notifications');
  t.clock.advance(HOUR);
  admin = await t.signIn('ADMIN');
  sites.requests.length = 0;
});
afterAll(async () => {
  await other.close();
  await t.close();
});

async function add(config: { url: string }, page?: string): Promise<number> {
  if (page !== undefined) sites.pages.set(config.url, page);
  const { json } = await t.call('POST', '/api/admin/sources', { as: admin, body: config });
  return json.id;
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** What the worker does with the job of a source. */
const run = (id: number, on: Pick<TestApp, 'services'> = t) =>
  on.services.sources.tasks.source({ id });

const titles = async () => {
  const { rows } = await t.db.execute<{ title: string }>(
    'select title from posts where deleted_at is null order by id',
  );
  return rows.map(({ title }) => title);
};

const notifiedOf = async (text: RegExp) => {
  const { rows } = await t.db.execute<{ member: string; content: string }>(
    'select member_id as member, content from notifications order by member_id',
  );
  return rows.filter(({ content }) => text.test(content)).map(({ member }) => Number(member));
};

describe('a run', () => {
  it('is one per interval, however many servers there are [SRC-40]', async () => {
    const config = feedSource();
    const id = await add(config, feedOf({ id: 1 }));
    const everywhere = () => Promise.all([run(id), run(id, other), run(id), run(id, other)]);
    await everywhere();
    expect(sites.requests).toEqual([config.url]);
    t.clock.advance(59 * MINUTE);
    expect(await t.services.sources.enqueueDue()).toBe(0);
    await everywhere();
    expect(sites.requests).toHaveLength(1);
    t.clock.advance(7 * MINUTE);
    expect(await other.services.sources.enqueueDue()).toBe(1);
    await everywhere();
    expect(sites.requests).toHaveLength(2);
    expect(await readSource(t, id)).toMatchObject({ state: 'READ', unchanged: 1, lease: null });
  });

  it('notifies nobody of the first import, not even of one after an empty list [SRC-41]', async () => {
    const follower = await t.signIn('STUDENT');
    const config = feedSource();
    const id = await add(config, feedOf({ id: 11, title: '첫 공지' }));
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ created: 1, isFirstDone: true });
    expect(await notifiedOf(/첫 공지/)).toEqual([]);
    sites.pages.set(
      config.url,
      feedOf({ id: 12, title: '둘째 공지' }, { id: 11, title: '첫 공지' }),
    );
    t.clock.advance(2 * HOUR);
    await run(id);
    await t.services.notifications.sendNotifications();
    expect(await readSource(t, id)).toMatchObject({ created: 1, unchanged: 1 });
    expect(await notifiedOf(/둘째 공지/)).toContain(follower.id);
    expect(await titles()).toEqual(expect.arrayContaining(['첫 공지', '둘째 공지']));
  });

  it('asks only for what changed [SRC-42]', async () => {
    const config = feedSource();
    const id = await add(config, feedOf({ id: 21 }));
    sites.tags.set(config.url, '"v1"');
    await run(id);
    t.clock.advance(2 * HOUR);
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ state: 'SAME', created: 0, etag: '"v1"' });
    sites.tags.set(config.url, '"v2"');
    t.clock.advance(2 * HOUR);
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ state: 'READ', etag: '"v2"', unchanged: 1 });
  });

  it('that was killed is taken up again, but not for ever [SRC-43]', async () => {
    const config = feedSource();
    const id = await add(config, feedOf({ id: 31 }));
    const killed = { lease: 'of a killed server', attempts: 1 };
    const leaseUntil = new Date(t.clock.now().getTime() + 60_000);
    await changeSourceRow(t, id, { ...killed, leaseUntil });
    await run(id);
    expect(sites.requests).toEqual([]);
    t.clock.advance(2 * MINUTE);
    expect(await t.services.sources.enqueueDue()).toBe(1);
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ state: 'READ', attempts: 0 });
    await changeSourceRow(t, id, { ...killed, attempts: 3, leaseUntil, isAsked: true });
    await run(id);
    expect(sites.requests).toHaveLength(1);
    expect(await readSource(t, id)).toMatchObject({
      state: 'FAILED',
      error: '가져오는 도중에 서버가 여러 번 멈췄습니다.',
      isAsked: false,
    });
  });

  it('is the only one that asks its host [SRC-44]', async () => {
    const [first, second] = [feedSource(), feedSource()];
    second.url = first.url.replace('/rss', '/other');
    sites.pages.set(second.url, feedOf({ id: 42 }));
    const [id, otherId] = [await add(first), await add(second)];
    const reached = deferred<void>();
    const response = deferred<string>();
    sites.pages.set(first.url, () => {
      reached.resolve();
      return response.promise;
    });
    const running = run(id);
    await reached.promise;
    await run(otherId, other);
    expect(sites.requests).toEqual([first.url]);
    const { json } = await t.call('GET', '/api/admin/sources', { as: admin });
    expect(json.sources.map((one: { isRunning: boolean }) => one.isRunning)).toEqual([true, false]);
    response.resolve(feedOf({ id: 41 }));
    await running;
    await run(otherId, other);
    expect(sites.requests).toEqual([first.url, second.url]);
  });

  it('waits while four others run [SRC-44]', async () => {
    const response = deferred<void>();
    const ids: number[] = [];
    for (const no of [81, 82, 83, 84, 85]) {
      const config = feedSource();
      ids.push(await add(config));
      sites.pages.set(config.url, async () => {
        await response.promise;
        return feedOf({ id: no });
      });
    }
    const running = ids.slice(0, 4).map((id) => run(id));
    await expect.poll(() => sites.requests.length, { timeout: 10_000 }).toBe(4);
    expect(await t.services.sources.enqueueDue()).toBe(0);
    await run(ids[4] ?? 0, other);
    expect(sites.requests).toHaveLength(4);
    response.resolve();
    await Promise.all(running);
    await run(ids[4] ?? 0, other);
    expect(sites.requests).toHaveLength(5);
  });

  it('is given back, and asks for nothing more, once everything outgoing is held [OPS-168]', async () => {
    const articles = [{ id: 91 }, { id: 92 }];
    const config = feedSource({ detail: { body: 'p' } });
    const id = await add(config, feedOf(...articles));
    const pages = articles.map((one) => `https://www.example.ac.kr/view?no=${one.id}`);
    for (const page of pages) {
      sites.pages.set(page, async () => {
        await t.services.outgoing.hold('ASKED');
        return '<p>본문</p>';
      });
    }
    try {
      await run(id);
      expect(sites.requests).toEqual([config.url, pages[0]]);
      const waiting = { state: 'NEW', lease: null, failuresInRow: 0, attempts: 0 };
      expect(await readSource(t, id)).toMatchObject(waiting);
      await run(id);
      expect(sites.requests).toHaveLength(2);
      expect(await readSource(t, id)).toMatchObject(waiting);
    } finally {
      await t.db.execute('delete from outgoing');
    }
    for (const page of pages) sites.pages.set(page, '<p>본문</p>');
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ state: 'READ', created: 2 });
  });

  it('is given back when its server ends, and dropped when its source changes [SRC-43]', async () => {
    const config = feedSource();
    const id = await add(config);
    sites.pages.set(config.url, feedOf({ id: 51 }));
    const stopping = AbortSignal.abort();
    await t.services.sources.tasks.source({ id }, { abortSignal: stopping });
    expect(await readSource(t, id)).toMatchObject({ state: 'NEW', lease: null, failuresInRow: 0 });
    sites.pages.set(config.url, async () => {
      const body = { ...config, title: '바뀐 제목' };
      await t.call('PUT', `/api/admin/sources/${id}`, { as: admin, body });
      return feedOf({ id: 51 });
    });
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ state: 'NEW', isFirstDone: false });
  });
});

describe('pages of articles', () => {
  it('that could not be read are due again, and all are after a change of the source [SRC-09]', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => 712 - index);
    const pageOf = (no: number) => `https://www.example.ac.kr/view?no=${no}`;
    for (const no of numbers) sites.pages.set(pageOf(no), `<p>본문 ${no}</p><div>새 본문</div>`);
    const listOf = (last: string) =>
      feedOf(...numbers.map((no) => ({ id: no, ...(no === 701 && { title: last }) })));
    const config = feedSource({ detail: { body: 'p' } });
    const id = await add(config, listOf('공지'));
    const again = async (values: object) => {
      sites.requests.length = 0;
      t.clock.advance(2 * HOUR);
      await run(id);
      expect(await readSource(t, id)).toMatchObject({ state: 'READ', ...values });
      return sites.requests.filter((url) => url.startsWith('https://www')).length;
    };
    expect(await again({ created: 12 })).toBe(12);
    expect(await again({ unchanged: 10 })).toBe(10);
    sites.pages.set(config.url, listOf('바뀐 공지'));
    sites.pages.delete(pageOf(701));
    expect(await again({ updated: 0, refused: 1 })).toBe(11);
    sites.pages.set(pageOf(701), '<p>바뀐 본문</p>');
    expect(await again({ updated: 1, refused: 0 })).toBe(11);
    expect(await again({ updated: 0, unchanged: 10 })).toBe(10);
    sites.pages.set(pageOf(701), '<div>새 본문</div>');
    const body = { ...config, detail: { body: 'div' } };
    admin = await t.signIn('ADMIN');
    await t.call('PUT', `/api/admin/sources/${id}`, { as: admin, body });
    expect(await again({ updated: 12 })).toBe(12);
  });
});

describe('failures', () => {
  it('double the pause up to a day [SRC-45]', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 50].map((failures) => pauseSeconds(60, failures, 0) / HOUR);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 24, 24]);
    expect(pauseSeconds(10_080, 3, 0) / HOUR).toBe(168);
    expect(pauseSeconds(60, 0, 0.999)).toBeLessThanOrEqual(HOUR + 5 * MINUTE);
  });

  it('notify staff once after three, and once that it works again [SRC-46, MEAL-08]', async () => {
    const [manager, student] = [await t.signIn('MANAGER'), await t.signIn('STUDENT')];
    const config = feedSource({ title: '학과 게시판' });
    const id = await add(config, feedOf({ id: 61, title: '남는 공지' }));
    await run(id);
    sites.pages.delete(config.url);
    const failing = /'학과 게시판' 수집이 3번 이어서 실패했습니다/;
    for (const failures of [1, 2, 3, 4]) {
      await changeSourceRow(t, id, { nextRunAt: t.clock.now() });
      await run(id);
      const { failuresInRow, error, nextRunAt } = await readSource(t, id);
      expect([failuresInRow, error]).toEqual([failures, '서버가 404 상태로 응답했습니다.']);
      const hours = (nextRunAt.getTime() - t.clock.now().getTime()) / 1000 / HOUR;
      expect(Math.floor(hours)).toBe(2 ** failures);
      expect((await notifiedOf(failing)).length > 0).toBe(failures >= 3);
    }
    const ids = await notifiedOf(failing);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining([admin.id, manager.id]));
    expect(ids).not.toContain(student.id);
    expect(await titles()).toContain('남는 공지');
    sites.pages.set(config.url, feedOf({ id: 61, title: '남는 공지' }));
    t.clock.advance(20 * HOUR);
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ state: 'READ', failuresInRow: 0, error: null });
    expect(await notifiedOf(failing)).toEqual([]);
    expect(await notifiedOf(/'학과 게시판' 수집이 다시 됩니다/)).toEqual(ids);
  });
});

describe('menus', () => {
  it('of a source leave alone what a person has written [SRC-47]', async () => {
    const { boardType: _, ...rest } = feedSource();
    const config = { ...rest, type: 'menu-csv' as const };
    const csv = (dish: string) =>
      `날짜,식당,구분,메뉴\n2026-11-23,학생식당,정식,${dish}\n2026-11-24,학생식당,휴무,`;
    const id = await add(config, csv('쌀밥'));
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ created: 2, refused: 0 });
    const menu = async (day: string) =>
      (await t.call('GET', `/api/Menu/2026/11/${day}`, { as: admin })).json;
    expect((await menu('23')).studentCafeteria.SET_MENU).toEqual(['쌀밥']);
    expect((await menu('24')).studentState).toBe('CLOSED');
    const again = async (dish: string) => {
      sites.pages.set(config.url, csv(dish));
      t.clock.advance(2 * HOUR);
      admin = await t.signIn('ADMIN');
      await run(id);
    };
    await again('보리밥');
    expect((await menu('23')).studentCafeteria.SET_MENU).toEqual(['보리밥']);
    const byHand = {
      ...{ studentState: 'OPEN', staffState: 'NOT_POSTED', staffCafeteria: {} },
      studentCafeteria: { SET_MENU: ['떡국'] },
    };
    await t.call('PUT', '/api/admin/menus/2026-11-23', { as: admin, body: byHand });
    await again('콩밥');
    expect((await menu('23')).studentCafeteria.SET_MENU).toEqual(['떡국']);
    expect(await readSource(t, id)).toMatchObject({
      unchanged: 1,
      refused: 1,
      faults: [{ message: '직접 적은 식단 1건은 그대로 두었습니다.' }],
    });
  });

  it('of a semester come as their days do, although the page stays the same [SRC-47]', async () => {
    const { boardType: _, ...rest } = feedSource();
    const config = { ...rest, type: 'menu-csv' as const };
    const [near, far] = [7, 90].map((days) => addDays(kstDay(t.clock.now()), days));
    const csv = `날짜,식당,구분,메뉴\n${near},학생식당,정식,쌀밥\n${far},학생식당,정식,보리밥`;
    sites.tags.set(config.url, '"all"');
    const id = await add(config, csv);
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ created: 1, refused: 1, etag: null });
    t.clock.advance(60 * 24 * HOUR);
    await run(id);
    expect(await readSource(t, id)).toMatchObject({ created: 1, etag: '"all"' });
  });
});
