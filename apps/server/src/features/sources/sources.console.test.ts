import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { readSource } from '../../testing/factories/sources.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createFakeSites, feedOf, feedSource } from './sources.fixture.ts';

const SOURCES = '/api/admin/sources';

const sites = createFakeSites();
let t: TestApp;
let admin: SignedIn;
let manager: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ fetchPage: sites.fetchPage });
  [admin, manager] = [await t.signIn('ADMIN'), await t.signIn('MANAGER')];
});
beforeEach(async () => {
  await t.db.execute('delete from sources');
  sites.requests.length = 0;
});
afterAll(() => t.close());

const post = (url: string, body?: unknown, as = admin) => t.call('POST', url, { as, body });
const add = async (config: object): Promise<number> => (await post(SOURCES, config)).json.id;
const listed = async () => (await t.call('GET', SOURCES, { as: manager })).json.sources;
const refusalOf = ({ status, json }: { status: number; json: { error: string } }) => [
  status,
  json.error,
];

describe('a source of the console', () => {
  it.each([
    ['type', { type: 'gopher' }],
    ['name', { name: 'Nicht so' }],
    ['url', { url: 'file:///etc/passwd' }],
    ['intervalMinutes', { intervalMinutes: 1 }],
    ['boardType', { boardType: 'FREE' }],
    ['hosts', { hosts: ['http://x'] }],
    ['other', { other: true }],
  ])('is refused with a wrong %s [SRC-50]', async (_field, wrong) => {
    const { status, json } = await post(SOURCES, { ...feedSource(), ...wrong });
    expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await listed()).toEqual([]);
  });

  it('has a name of its own, which stays [SRC-50]', async () => {
    const config = feedSource();
    const id = await add(config);
    const taken = await post(SOURCES, { ...feedSource(), name: config.name });
    expect(refusalOf(taken)).toEqual([409, 'SOURCE_NAME_TAKEN']);
    expect(taken.json.errors).toEqual([{ field: 'name', message: expect.any(String) }]);
    const body = { ...config, name: 'renamed' };
    const renamed = await t.call('PUT', `${SOURCES}/${id}`, { as: admin, body });
    expect(renamed.json.errors?.[0]?.field).toBe('name');
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual([config.name]);
  });

  it('is changed from the version that one has seen, with an entry in the audit log [SRC-51, AUDIT-01]', async () => {
    const config = feedSource();
    const id = await add(config);
    const { version } = (await t.call('GET', `${SOURCES}/${id}`, { as: manager })).json.source;
    const change = (title: string) =>
      t.call('PUT', `${SOURCES}/${id}?version=${version}`, {
        as: admin,
        body: { ...config, title },
      });
    const results = await Promise.all([change('하나'), change('둘')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readAuditOf(t, 'source.add')).at(-1)).toMatchObject({ targetId: id });
    const edits = await readAuditOf(t, 'source.edit');
    expect(edits).toHaveLength(1);
    expect(edits[0]?.detail).toMatchObject({ before: { title: config.title } });
  });

  it('shows again all that is new after its page has changed, and notifies nobody of it [SRC-41]', async () => {
    const config = feedSource();
    sites.pages.set(config.url, feedOf({ id: 1 }));
    const id = await add(config);
    await t.services.sources.tasks.source({ id });
    const change = (more: object) =>
      t.call('PUT', `${SOURCES}/${id}`, { as: admin, body: { ...config, ...more } });
    await change({ title: '새 제목', intervalMinutes: 30 });
    expect(await readSource(t, id)).toMatchObject({ isFirstDone: true });
    await change({ boardType: 'NOTICE_UNIV' });
    expect(await readSource(t, id)).toMatchObject({ isFirstDone: false, etag: null });
  });

  it('is deleted without what it brought [SRC-52]', async () => {
    const config = feedSource();
    sites.pages.set(config.url, feedOf({ id: 2, title: '남은 공지' }));
    const id = await add(config);
    await t.services.sources.tasks.source({ id });
    const url = `${SOURCES}/${id}`;
    expect((await t.call('DELETE', url, { as: admin })).status).toBe(200);
    expect(refusalOf(await t.call('DELETE', url, { as: admin }))).toEqual([
      404,
      'SOURCE_NOT_FOUND',
    ]);
    expect(await t.services.sources.enqueueDue()).toBe(0);
    await t.services.sources.tasks.source({ id });
    const { rows } = await t.db.execute("select from posts where title = '남은 공지'");
    expect(rows).toHaveLength(1);
    expect((await readAuditOf(t, 'source.delete')).at(-1)).toMatchObject({ targetId: id });
  });

  it('runs once for two who ask for it at the same time, also while it is paused [SRC-53]', async () => {
    const config = feedSource();
    sites.pages.set(config.url, feedOf({ id: 3 }));
    const id = await add(config);
    const body = { enabled: false };
    await t.call('PUT', `${SOURCES}/${id}/enabled`, { as: manager, body });
    await t.services.sources.tasks.source({ id });
    expect([await t.services.sources.enqueueDue(), sites.requests]).toEqual([0, []]);
    const asked = await Promise.all([
      post(`${SOURCES}/${id}/run`, undefined, manager),
      post(`${SOURCES}/${id}/run`),
    ]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await listed())[0]).toMatchObject({ isRunning: true, isEnabled: false });
    await Promise.all([1, 2].map(() => t.services.sources.tasks.source({ id })));
    expect(sites.requests).toEqual([config.url]);
    expect((await listed())[0]).toMatchObject({ isRunning: false, state: 'READ', created: 1 });
    for (const action of ['source.pause', 'source.run'] as const) {
      expect((await readAuditOf(t, action)).at(-1)).toMatchObject({
        actorId: action === 'source.pause' ? manager.id : expect.any(Number),
        detail: { name: config.name },
      });
    }
  });
});

describe('a dry run', () => {
  it('shows what would come and stores nothing; failures are words [SRC-54]', async () => {
    const config = feedSource();
    sites.pages.set(
      config.url,
      feedOf({ id: 4, title: '시험 공지', content: '<p>첫 줄 <script>alert(1)</script></p>' }),
    );
    const { status, json } = await post(`${SOURCES}/dry-run`, config);
    expect(status).toBe(200);
    expect(json.preview).toMatchObject({
      error: null,
      total: 1,
      articles: [{ sourceId: '4', title: '시험 공지' }],
    });
    expect(json.preview.articles[0].excerpt).toContain('첫 줄');
    expect(await listed()).toEqual([]);
    const { rows } = await t.db.execute("select from posts where title = '시험 공지'");
    expect(rows).toEqual([]);
    const failed = await post(`${SOURCES}/dry-run`, {
      ...config,
      url: 'https://no.example.ac.kr/',
    });
    expect(failed.json.preview).toMatchObject({
      error: '서버가 404 상태로 응답했습니다.',
      total: 0,
    });
    expect((await readAuditOf(t, 'source.dry-run')).at(-1)?.detail).toMatchObject({
      url: 'https://no.example.ac.kr/',
    });
  });

  it('is limited for each administrator [SRC-54, LIMIT-01]', async () => {
    const other = await t.signIn('ADMIN');
    const config = { ...feedSource(), url: 'https://limited.example.ac.kr/' };
    const tries = Array.from({ length: 21 }, () => post(`${SOURCES}/dry-run`, config, other));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((one) => one === 200)).toHaveLength(20);
    expect(statuses.filter((one) => one === 429)).toHaveLength(1);
  });
});

describe('the sources of the file', () => {
  it('follow the file, and are only paused and run in the console [SRC-55]', async () => {
    const [first, second] = [feedSource(), feedSource()];
    const ofConsole = await add({ ...second, title: '콘솔의 것' });
    await t.services.sources.sync([first, second]);
    const names = async () => (await listed()).map((one: { name: string }) => one.name).toSorted();
    expect(await names()).toEqual([first.name, second.name].toSorted());
    expect(await readSource(t, ofConsole)).toMatchObject({ origin: 'FILE', config: second });
    const url = `${SOURCES}/${ofConsole}`;
    const edit = await t.call('PUT', url, { as: admin, body: second });
    const remove = await t.call('DELETE', url, { as: admin });
    for (const refused of [edit, remove])
      expect(refusalOf(refused)).toEqual([409, 'SOURCE_OF_FILE']);
    expect((await post(`${url}/run`)).status).toBe(200);
    const body = { enabled: false };
    expect((await t.call('PUT', `${url}/enabled`, { as: manager, body })).status).toBe(200);
    await Promise.all([1, 2].map(() => t.services.sources.sync([{ ...second, title: '새 제목' }])));
    expect(await names()).toEqual([second.name]);
    expect(await readSource(t, ofConsole)).toMatchObject({
      isEnabled: false,
      config: { title: '새 제목' },
    });
    await t.services.sources.sync(null);
    expect(await names()).toEqual([second.name]);
    await t.services.sources.sync([]);
    expect(await names()).toEqual([]);
  });
});
