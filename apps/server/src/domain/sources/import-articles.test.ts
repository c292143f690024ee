import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '../../platform/clock.ts';
import { readPost } from '../../testing/factories/posts.ts';
import { recordRoundTrips } from '../../testing/round-trips.ts';
import { createSecondServer, type SecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import type { SourceArticle } from './article.ts';
import { createArticleImport, type ImportArticles, listImportedIds } from './import-articles.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let other: SecondServer;
let student: SignedIn;
let manager: SignedIn;
let importArticles: ImportArticles;
let importElsewhere: ImportArticles;
beforeAll(async () => {
  t = await createTestApp();
  other = await createSecondServer(t);
  importArticles = createArticleImport(t.services);
  importElsewhere = createArticleImport(other.services);
  [student, manager] = [await t.signIn('STUDENT'), await t.signIn('MANAGER')];
});
afterAll(async () => {
  await other.close();
  await t.close();
});

let counter = 0;
let key: string;
beforeEach(() => {
  counter += 1;
  key = `source:test-${counter}`;
  t.clock.advance(60);
});

const article = (id: number, more: Partial<SourceArticle> = {}): SourceArticle => ({
  sourceId: String(id),
  title: `${counter}번째 출처의 공지 ${id}`,
  content: `<p>${counter}-${id} 내용</p>`,
  targetUrl: `https://www.example.ac.kr/${counter}/${id}`,
  publishedAt: null,
  isPinned: false,
  attachments: [],
  ...more,
});
const run = (articles: SourceArticle[], isFirst = true, importer = importArticles) =>
  importer({ key, boardType: 'NOTICE_UNIV', isFirst }, articles);
const outcomes = async (...values: Parameters<typeof run>) =>
  (await run(...values)).map(({ outcome }) => outcome);
const idOf = async (...values: Parameters<typeof run>) => (await run(...values))[0]?.postId ?? 0;
const get = async (url: string) => (await t.call('GET', url, { as: student })).json;
const titles = async () =>
  (await get('/api/post?boardType=NOTICE_UNIV&size=50')).pageResponse.posts
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => title.startsWith(`${counter}번째`));
async function bell(): Promise<string[]> {
  await t.services.notifications.sendNotifications();
  const { notices } = await get('/api/member/my-notices');
  const all = notices.map(({ content }: { content: string }) => content);
  return all.filter((content: string) => content.includes(`${counter}번째`));
}

describe('an imported article', () => {
  it('becomes a post of its source, once [IMPORT-01]', async () => {
    const [result] = await run([article(1)]);
    expect(result).toEqual({
      ...{ sourceId: '1', outcome: 'created', reason: null },
      postId: expect.any(Number),
    });
    const { dto } = await get(`/api/post/${result?.postId}`);
    expect(dto).toMatchObject({
      content: `<p>${counter}-1 내용</p>`,
      targetUrl: article(1).targetUrl,
      writerId: null,
      writerNickname: '학교 홈페이지',
    });
    expect(dto.updatedDate ?? null).toBeNull();
    expect(await run([article(1)])).toEqual([{ ...result, outcome: 'unchanged' }]);
    expect(await titles()).toHaveLength(1);
    const query = encodeURIComponent(article(1).title);
    const found = await get(`/api/post?boardType=NOTICE_UNIV&filter=title&query=${query}`);
    expect(found.pageResponse.totalCount).toBe(1);
    expect(await listImportedIds(t.db, key)).toEqual(new Set(['1']));
  });

  it('becomes one post when two servers import it at the same time [IMPORT-01]', async () => {
    const articles = [1, 2, 3].map((id) => article(id));
    const both = await Promise.all([
      run(articles, false),
      run(articles, false, importElsewhere),
      run(articles.toReversed(), false),
    ]);
    const created = both.flat().filter(({ outcome }) => outcome === 'created');
    expect(created.map(({ sourceId }) => sourceId).toSorted()).toEqual(['1', '2', '3']);
    expect(await titles()).toHaveLength(3);
    expect(await bell()).toHaveLength(3);
  });

  it('takes over what an ADMIN pasted, or what a renamed source brought [IMPORT-01]', async () => {
    const admin = await t.signIn('ADMIN');
    const { title, targetUrl } = article(1);
    const body = {
      boardType: 'NOTICE_UNIV',
      title: `${title} (복사)`,
      content: '<p>손</p>',
      targetUrl,
    };
    const { id } = (await t.call('POST', '/api/admin/notices', { as: admin, body })).json;
    expect(await run([article(1)], false)).toMatchObject([{ outcome: 'unchanged', postId: id }]);
    expect(await run([article(1, { content: '<p>새로</p>' })])).toMatchObject([
      { outcome: 'updated', postId: id },
    ]);
    const former = await idOf([article(2)]);
    key = `${key}-renamed`;
    const home = { targetUrl: article(2).targetUrl };
    const results = await run([article(2), article(3, home), article(4, home)], false);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'created', 'created']);
    expect(results[0]?.postId).toBe(former);
    expect(new Set(results.map(({ postId }) => postId)).size).toBe(3);
  });

  it('is refused alone, with the reason [IMPORT-03]', async () => {
    const results = await run([
      article(1),
      article(2, { title: '' }),
      article(3, { targetUrl: 'javascript:alert(1)' }),
      article(4, { sourceId: '' }),
      article(5, { sourceId: 'a\0b' }),
      article(6, { sourceId: 'a'.repeat(201) }),
      article(1, { isPinned: true, title: '다시' }),
      article(7, { title: '긴 제목 '.repeat(50) }),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...['created', 'refused', 'refused', 'refused', 'refused', 'refused', 'unchanged', 'created'],
    ]);
    const refused = results.filter(({ outcome }) => outcome === 'refused');
    expect(
      refused.every(({ postId, reason }) => postId === null && /[가-힣]/.test(reason ?? '')),
    ).toBe(true);
    await expect(
      importArticles({ key, boardType: 'FREE', isFirst: true }, [article(8)]),
    ).rejects.toThrow('이 게시판에는 글을 쓸 수 없습니다. 다른 게시판을 선택해 주세요.');
  });

  it('that the database refuses stops no other [IMPORT-03]', async () => {
    const broken = article(2);
    const failing: ImportArticles = (source, articles) =>
      importArticles(source, articles, async (tx, { sourceId }) => {
        if (sourceId === '2') await tx.execute(sql`select 1 / 0`);
      });
    await expect(run([article(1), broken, article(3)], true, failing)).rejects.toThrow();
    expect((await titles()).toSorted()).toEqual([article(1).title, article(3).title]);
    expect(await outcomes([article(1), broken, article(3)])).toEqual([
      ...['unchanged', 'created', 'unchanged'],
    ]);
  });
});

describe('an article that changed', () => {
  it('changes its post, marked as edited, and notifies nobody [IMPORT-02, IMPORT-04]', async () => {
    const postId = await idOf([article(1)], false);
    expect(await bell()).toHaveLength(1);
    t.clock.advance(60);
    const changed = article(1, {
      title: `${article(1).title} (수정)`,
      targetUrl: 'https://www.example.ac.kr/moved',
      attachments: [{ name: '새 파일', url: '/new.pdf' }],
    });
    expect(await outcomes([changed], false)).toEqual(['updated']);
    const { dto } = await get(`/api/post/${postId}`);
    expect(dto).toMatchObject({
      title: changed.title,
      targetUrl: changed.targetUrl,
      updatedDate: expect.any(String),
    });
    expect(dto.content).toContain('"https://www.example.ac.kr/new.pdf"');
    expect(await bell()).toHaveLength(1);
    expect(await outcomes([changed], false)).toEqual(['unchanged']);
  });

  it('is not marked for what readers do not see [IMPORT-02]', async () => {
    const postId = await idOf([article(1)]);
    const content = `<div class="view" data-hits="812">${counter}-1 내용</div>`;
    expect(await outcomes([article(1, { content })])).toEqual(['unchanged']);
    expect(await readPost(t, postId)).toMatchObject({ updatedAt: null });
  });

  it('does not bring back what staff removed, also after it is erased [IMPORT-02]', async () => {
    const postId = await idOf([article(1)]);
    await t.call('DELETE', `/api/post/${postId}?reason=x`, { as: manager });
    const changed = article(1, { content: '<p>다른 내용</p>', isPinned: true });
    expect(await run([changed])).toMatchObject([{ outcome: 'unchanged', postId }]);
    expect(await titles()).toEqual([]);
    await t.db.execute(sql`delete from posts where id = ${postId}`);
    expect(await run([changed])).toMatchObject([{ outcome: 'unchanged', postId: null }]);
    expect(await titles()).toEqual([]);
  });
});

describe('who is notified of an imported article', () => {
  it('is everybody, once, also those who wait for a word [IMPORT-04]', async () => {
    const waiting = await t.signIn('STUDENT');
    await t.call('POST', '/api/member/alert-words', { as: waiting, body: { word: '특별장학' } });
    const fresh = article(1, { content: '<p>특별장학생 모집</p>' });
    const [first] = await run([fresh], false);
    await run([fresh], false);
    await t.services.notifications.tasks.alerts();
    expect(await bell()).toEqual([`학교 공지 '${fresh.title}' 글이 올라왔습니다.`]);
    const { notices } = (await t.call('GET', '/api/member/my-notices', { as: waiting })).json;
    expect(
      notices.filter(({ targetUrl }: { targetUrl: string }) =>
        targetUrl.endsWith(`/${first?.postId}`),
      ),
    ).toHaveLength(1);
  });

  it('is nobody at the first import, and of what was published a week ago [IMPORT-04]', async () => {
    await t.call('POST', '/api/member/alert-words', { as: student, body: { word: '조용히' } });
    const content = '<p>조용히</p>';
    await run([article(1, { content })]);
    const publishedAt = addSeconds(t.clock.now(), -8 * DAY);
    await run([article(2, { content, publishedAt })], false);
    await t.services.notifications.tasks.alerts();
    expect(await bell()).toEqual([]);
    expect((await t.db.execute('select from alerts_due')).rows).toEqual([]);
  });

  it('is nobody when more than twenty are new at once [IMPORT-04]', async () => {
    const list = Array.from({ length: 22 }, (_, n) => article(n + 1));
    const runList = (articles: SourceArticle[]) =>
      importArticles({ key, boardType: 'NOTICE_DEPT', isFirst: false }, articles);
    await runList(list.slice(0, 21));
    expect(await bell()).toEqual([]);
    await runList(list);
    expect(await bell()).toEqual([expect.stringContaining(article(22).title)]);
  });
});

describe('the place of an imported article', () => {
  it('is its date at the source, but for today and the future [IMPORT-06]', async () => {
    const now = t.clock.now();
    const at = (seconds: number) => addSeconds(now, seconds);
    const results = await run(
      [
        article(1, { publishedAt: at(DAY) }),
        article(2, { publishedAt: at(-60) }),
        article(3, { publishedAt: at(-3 * DAY) }),
        article(4, { publishedAt: new Date(0) }),
        article(5, { publishedAt: new Date(Number.NaN) }),
      ],
      false,
    );
    const places: Date[] = [];
    for (const { postId } of results) {
      places.push((await readPost(t, postId ?? 0)).createdAt);
    }
    expect(places).toEqual([now, now, at(-3 * DAY), now, now]);
    const first = await idOf([article(6, { publishedAt: at(-60) })]);
    expect((await readPost(t, first)).createdAt).toEqual(at(-60));
  });

  it('follows the order of the source, the newest first, on every page [IMPORT-06]', async () => {
    const day = addSeconds(t.clock.now(), -30 * DAY);
    const list = Array.from({ length: 12 }, (_, n) => article(12 - n, { publishedAt: day }));
    await run(list);
    expect(await titles()).toEqual(list.map(({ title }) => title));
    const pages = [0, 1].map((page) => get(`/api/post?boardType=NOTICE_UNIV&page=${page}&size=50`));
    const [one, two] = await Promise.all(pages);
    expect(one.pageResponse.posts.length + two.pageResponse.posts.length).toBe(
      one.pageResponse.totalCount,
    );
  });
});

describe('pins of a source', () => {
  const isPinned = async (id: number) => (await readPost(t, id)).pinned;
  const pins = (...values: boolean[]) =>
    values.map((pinned, n) => article(n + 1, { isPinned: pinned }));

  it('are taken over and taken away, those of staff stay [IMPORT-05]', async () => {
    const [one, two] = (await run(pins(true, false))).map(({ postId }) => postId ?? 0);
    expect([await isPinned(one ?? 0), await isPinned(two ?? 0)]).toEqual([true, false]);
    expect(await outcomes(pins(true, false))).toEqual(['unchanged', 'unchanged']);
    expect(await outcomes(pins(false, true))).toEqual(['updated', 'updated']);
    expect([await isPinned(one ?? 0), await isPinned(two ?? 0)]).toEqual([false, true]);
    expect(await readPost(t, two ?? 0)).toMatchObject({ updatedAt: null });
    const admin = await t.signIn('ADMIN');
    await t.call('DELETE', `/api/post/${two}/pin`, { as: admin });
    expect(await outcomes(pins(false, true))).toEqual(['unchanged', 'unchanged']);
    expect(await isPinned(two ?? 0)).toBe(false);
    await outcomes(pins(false, false));
  });

  it('go to the newest five, and end 30 days after they were seen last [IMPORT-05]', async () => {
    const results = await run(pins(...Array<boolean>(7).fill(true)));
    const ids = results.map(({ postId }) => postId ?? 0);
    const states = () => Promise.all(ids.map(isPinned));
    expect(await states()).toEqual([true, true, true, true, true, false, false]);
    t.clock.advance(20 * DAY);
    expect(await outcomes(pins(true))).toEqual(['unchanged']);
    t.clock.advance(15 * DAY);
    await t.services.posts.endPins();
    expect(await states()).toEqual([true, ...Array<boolean>(6).fill(false)]);
    await run(pins(false));
  });
});

it('a list of articles costs little when nothing changed [IMPORT-07]', async () => {
  const list = Array.from({ length: 60 }, (_, n) => article(n + 1));
  expect(new Set(await outcomes(list))).toEqual(new Set(['created']));
  const { result, trips } = await recordRoundTrips(() => outcomes(list));
  expect(new Set(result)).toEqual(new Set(['unchanged']));
  expect(trips.length).toBeLessThan(5);
});
