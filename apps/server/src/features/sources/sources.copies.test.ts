import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgePosts } from '../../domain/jobs/jobs.repo.ts';
import { createForeignPages } from '../../platform/foreign-pages/foreign-pages.ts';
import { changeSourceRow, readSource } from '../../testing/factories/sources.ts';
import { type LocalSite, startLocalSite } from '../../testing/local-site.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makePdf } from '../uploads/attachments.fixture.ts';
import { fetchFile, listStored, makePicture } from '../uploads/pictures.fixture.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const INSIDE = 'inside.example.ac.kr';

let site: LocalSite;
let t: TestApp;
let admin: SignedIn;
let png: Buffer;
beforeAll(async () => {
  site = await startLocalSite();
  const resolve = ((_name: string, _options: unknown, done: (...given: unknown[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as never;
  const siteUrl = 'https://naru.example.ac.kr';
  const fetchPage = createForeignPages({ siteUrl, localOrigins: [site.origin], resolve });
  t = await createTestApp({ fetchPage });
  png = await makePicture('png', 60, 40);
});
beforeEach(async () => {
  await t.db.execute('delete from sources');
  t.clock.advance(HOUR);
  site.pages.clear();
  site.requests.length = 0;
});
afterAll(async () => {
  await t.close();
  await site.close();
});

interface Item {
  body: string;
  files?: { name: string; path: string }[];
  subject?: string;
}

let counter = 0;
let config: { name: string; url: string; [key: string]: unknown };
let id: number;

/** Adds a source that copies, with a page of its own. */
async function add(items: Item[], files?: string): Promise<void> {
  counter += 1;
  config = {
    ...{ type: 'json', name: `copied-${counter}`, title: '공지', boardType: 'NOTICE_DEPT' },
    ...{ url: `${site.origin}/list-${counter}.json`, hosts: [INSIDE], list: 'items', files },
    fields: {
      ...{ id: 'no', title: 'subject', content: 'body' },
      attachments: { list: 'files', name: 'name', url: 'path' },
    },
    pageUrl: `${site.origin}/${counter}/view/{id}`,
  };
  show(items);
  admin = await t.signIn('ADMIN');
  const { status, json } = await t.call('POST', '/api/admin/sources', { as: admin, body: config });
  expect(status).toBe(201);
  id = json.id;
}

/** Replaces the list that the source serves. */
function show(items: Item[], headers: Record<string, string> = {}): void {
  const all = items.map((item, at) => ({ no: at + 1, subject: `공지 ${counter}-${at}`, ...item }));
  const body = JSON.stringify({ items: all });
  site.pages.set(`/list-${counter}.json`, (response, given) => {
    const isSame = headers.etag !== undefined && given['if-none-match'] === headers.etag;
    response.writeHead(isSame ? 304 : 200, headers).end(isSame ? undefined : body);
  });
}

/** Runs the source; returns its stored result and the requests for anything but the list. */
async function run() {
  site.requests.length = 0;
  t.clock.advance(2 * HOUR);
  await t.services.sources.tasks.source({ id });
  const { state, created, updated, faults } = await readSource(t, id);
  const requests = site.requests.filter((path) => !path.startsWith('/list'));
  return { state, created, updated, requests, faults: faults.map(({ message }) => message) };
}

async function changeFiles(files: string | undefined): Promise<void> {
  admin = await t.signIn('ADMIN');
  config = { ...config, files };
  const url = `/api/admin/sources/${id}`;
  expect((await t.call('PUT', url, { as: admin, body: config })).status).toBe(200);
}

async function postOf(sourceId = '1') {
  const { rows } = await t.db.execute<{ id: string }>(sql`select post_id as id
    from imported_articles where source_key = ${`source:${config.name}`} and source_id = ${sourceId}`);
  admin = await t.signIn('ADMIN');
  return (await t.call('GET', `/api/post/${rows[0]?.id}`, { as: admin })).json.dto;
}

const count = async (table: 'uploads' | 'attachments', where = 'post_id is not null') => {
  const { rows } = await t.db.execute<{ count: string }>(
    `select count(*) from ${table} where copied_from like '${site.origin}/${counter}/%' and ${where}`,
  );
  return Number(rows[0]?.count);
};
/** A path on the page that the next `add` creates. */
const pathInNext = (name: string) => `/${counter + 1}/${name}`;
const sweep = async () =>
  (await t.services.uploads.sweepPictures()) + (await t.services.uploads.attachments.sweep());
const shown = (html: string) => /<img src="(\/files\/[\w-]+\.webp)"[^>]*>/.exec(html);

describe('what cannot be copied', () => {
  it('stays a link, and the run says why [SRC-60] [SRC-61]', async () => {
    const large = 10_485_761;
    site.pages.set(pathInNext('broken.png'), { body: png.subarray(0, 60) });
    site.pages.set(pathInNext('large.png'), {
      headers: { 'content-length': String(large) },
      body: Buffer.alloc(large),
    });
    site.pages.set(pathInNext('login.pdf'), {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<p>로그인해 주세요.</p>',
    });
    site.pages.set(pathInNext('other.pdf'), { body: 'MZ, not a document' });
    site.pages.set(pathInNext('poster'), { body: png });
    const pictures = [pathInNext('broken.png'), pathInNext('large.png'), pathInNext('gone.png')];
    const refused = ['https://www.other.example/a.png', `http://${INSIDE}/b.png`];
    const names = ['login.pdf', 'other.pdf', 'setup.exe', 'poster'];
    const images = [...pictures, ...refused].map((src) => `<img src="${src}" alt="그림">`);
    const files = names.map((name) => ({ name, path: pathInNext(name) }));
    await add([{ body: `<p>본문</p><p>${images.join('')}</p>`, files }], 'copy');
    const { state, created, faults, requests } = await run();
    expect([state, created]).toEqual(['READ', 1]);
    const asked = [
      ...pictures,
      ...['login.pdf', 'other.pdf', 'poster'].map((name) => `/${counter}/${name}`),
    ];
    expect(requests).toEqual(asked);
    expect(faults).toEqual([
      expect.stringMatching(/사진\(broken\.png\): ./),
      expect.stringMatching(/사진\(large\.png\): 응답이 10 MB보다 큽니다/),
      expect.stringMatching(/사진\(gone\.png\): 서버가 404/),
      expect.stringMatching(/사진\(a\.png\): 함께 읽어도 되는 서버.*www\.other\.example/),
      expect.stringMatching(/사진\(b\.png\): 내부망으로 이어지는 주소/),
      expect.stringMatching(/첨부 파일\(login\.pdf\): 파일 대신 웹 페이지/),
      expect.stringMatching(/첨부 파일\(other\.pdf\): 파일 내용이 확장자와 다릅니다/),
      expect.stringMatching(/첨부 파일\(setup\.exe\): 올릴 수 없는 형식/),
      expect.stringMatching(/첨부 파일\(poster\): 올릴 수 없는 형식/),
    ]);
    const { content, attachments, imageUrls } = await postOf();
    expect([attachments, imageUrls, shown(content)]).toEqual([[], null, null]);
    expect(content.match(/사진 보기: 그림/g)).toHaveLength(5);
    for (const name of names) expect(content).toContain(`/${counter}/${name}"`);
    expect([await count('uploads', 'true'), await count('attachments', 'true')]).toEqual([0, 0]);
    expect((await run()).requests).toEqual([]);
  });

  it('copies nothing for a source that links, which is the default [SRC-60]', async () => {
    const body = `<p><img src="${pathInNext('a.png')}"></p>`;
    for (const files of [undefined, 'link']) {
      await add([{ body, files: [{ name: 'a.pdf', path: pathInNext('a.pdf') }] }], files);
      expect(await run()).toMatchObject({ created: 1, requests: [], faults: [] });
    }
    admin = await t.signIn('ADMIN');
    const wrong = { ...config, name: 'wrong', files: 'move' };
    const { status } = await t.call('POST', '/api/admin/sources', { as: admin, body: wrong });
    expect(status).toBe(400);
  });

  it('copies nothing for a notice that somebody has pasted or hidden [SRC-63]', async () => {
    site.pages.set(pathInNext('a.png'), { body: png });
    const items = [{ body: `<p>가<img src="${pathInNext('a.png')}"></p>` }];
    await add(items, 'copy');
    const { rows } = await t.db.execute<{ id: string }>(sql`insert into posts
      (board_type, title, content, content_text, target_url)
      values ('NOTICE_DEPT', '붙여 넣은 공지', '<p>손으로</p>', '손으로', ${`${site.origin}/${counter}/view/1`})
      returning id`);
    expect((await run()).requests).toEqual([]);
    show([{ body: `${items[0]?.body}<!-- 조회 2 -->` }]);
    expect((await run()).requests).toEqual([]);
    expect((await postOf()).content).toBe('<p>손으로</p>');
    await t.db.execute(sql`update posts set blinded_at = now() where id = ${rows[0]?.id}`);
    show([{ body: `<p>나<img src="/${counter}/a.png"></p>` }]);
    expect((await run()).requests).toEqual([]);
  });
});

describe('a source that copies', () => {
  it('shows pictures of this site and has real attachments [SRC-60] [SRC-61]', async () => {
    const korean = iconv
      .encode('attachment; filename="신청서 양식.pdf"', 'cp949')
      .toString('latin1');
    site.pages.set(pathInNext('a.png'), { body: png });
    site.pages.set(pathInNext('down?no=1'), {
      headers: { 'content-disposition': korean },
      body: makePdf(),
    });
    const files = [{ name: '내려받기', path: pathInNext('down?no=1') }];
    const body = `<a href="/more"><img src="${pathInNext('a.png')}" alt="겨울 &quot;학교&quot;" width="9"></a>`;
    await add([{ body, files }], 'copy');
    const [picture, file] = [`/${counter}/a.png`, `/${counter}/down?no=1`];
    expect(await run()).toMatchObject({ created: 1, requests: [picture, file], faults: [] });
    const { content, attachments, imageUrls, writerNickname } = await postOf();
    const [tag = '', url = ''] = shown(content) ?? [];
    expect(tag).toBe(`<img src="${url}" alt="겨울 &quot;학교&quot;" width="60" height="40" />`);
    expect(content).not.toContain('첨부 파일');
    expect([imageUrls, writerNickname]).toEqual([url, '학과 홈페이지']);
    expect((await fetchFile(t, url)).subarray(8, 12).toString()).toBe('WEBP');
    expect(attachments).toMatchObject([
      { name: '신청서 양식.pdf', contentType: 'application/pdf' },
    ]);
    expect(await fetchFile(t, attachments[0].url)).toEqual(makePdf());
    const { rows } = await t.db.execute(`select owner_id from uploads where post_id is not null
      and copied_from is not null union all select owner_id from attachments where copied_from is not null`);
    expect(rows).toEqual([{ owner_id: null }, { owner_id: null }]);
    expect(await t.db.$count(sql`throttles`, sql`key like 'upload%' or key like 'attach%'`)).toBe(
      0,
    );
  });

  it('asks once for each file, and drops those that are gone [SRC-62]', async () => {
    for (const name of ['a.png', 'b.png']) site.pages.set(pathInNext(name), { body: png });
    for (const name of ['a.pdf', 'b.pdf'])
      site.pages.set(pathInNext(name), { body: makePdf(name) });
    const item = (text: string, names: string[]): Item => ({
      body: `<p>${text}</p>${names.map((name) => `<img src="/${counter}/${name}.png">`).join('')}`,
      files: names.map((name) => ({ name: `${name}.pdf`, path: `/${counter}/${name}.pdf` })),
    });
    await add([], 'copy');
    show([item('처음', ['a'])]);
    expect((await run()).requests).toEqual([`/${counter}/a.png`, `/${counter}/a.pdf`]);
    const before = await postOf();
    show([item('바뀜', ['a', 'b'])]);
    const changed = await run();
    expect(changed).toMatchObject({
      updated: 1,
      requests: [`/${counter}/b.png`, `/${counter}/b.pdf`],
    });
    const after = await postOf();
    expect(after.imageUrls).toBe(before.imageUrls);
    expect(after.pictures).toEqual([expect.any(String)]);
    expect(after.attachments.map(({ name }: { name: string }) => name)).toEqual(['a.pdf', 'b.pdf']);
    expect([await count('uploads'), await count('attachments')]).toEqual([2, 2]);

    show([item('다시 바뀜', ['b'])]);
    expect((await run()).requests).toEqual([]);
    expect((await postOf()).imageUrls).toBe(after.pictures[0]);
    t.clock.advance(DAY);
    expect(await sweep()).toBe(2);
    expect([await count('uploads', 'true'), await count('attachments', 'true')]).toEqual([1, 1]);
    admin = await t.signIn('ADMIN');

    const url = `/api/post/${after.id}?reason=${encodeURIComponent('같은 공지가 또 있습니다.')}`;
    expect((await t.call('DELETE', url, { as: admin })).status).toBe(200);
    t.clock.advance(DAY);
    expect(await sweep()).toBe(0);
    await purgePosts(t.db, t.clock.now());
    expect(await sweep()).toBe(2);
    expect([await count('uploads', 'true'), await count('attachments', 'true')]).toEqual([0, 0]);
    const key = String(after.pictures[0]).slice('/files/'.length, -'.webp'.length);
    expect((await listStored(t, 'files')).filter((name) => name.startsWith(key))).toEqual([]);
  });

  it('a killed server leaves only files that the sweep removes [SRC-62]', async () => {
    await add([], 'copy');
    const address = (name: string) => `${site.origin}/${counter}/${name}`;
    await t.services.uploads.copies.storePicture(address('a.png'), png);
    const file = { name: 'a.pdf', copiedFrom: address('a.pdf') };
    await t.services.uploads.copies.storeFile(file, makePdf());
    expect(await sweep()).toBe(0);
    t.clock.advance(DAY + HOUR);
    expect(await sweep()).toBe(2);
  });

  it('retries temporary failures for a day [SRC-63]', async () => {
    const path = pathInNext('late.png');
    const break_ = () => site.pages.set(path, (response) => void response.destroy());
    break_();
    const items = [{ body: `<p>가<img src="${path}"></p>` }];
    await add(items, 'copy');
    show(items, { etag: '"same"' });
    expect(await run()).toMatchObject({ created: 1, requests: [path] });
    expect(await run()).toMatchObject({ state: 'READ', updated: 0, requests: [path] });
    site.pages.set(path, { body: png });
    expect(await run()).toMatchObject({ updated: 1, requests: [path], faults: [] });
    const { content, updatedDate } = await postOf();
    expect([shown(content) !== null, updatedDate ?? null]).toEqual([true, null]);
    expect(await run()).toMatchObject({ state: 'SAME', requests: [] });

    break_();
    await add(items, 'copy');
    const own = items.map(({ body }) => ({ body: body.replaceAll(/\/\d+\//g, `/${counter}/`) }));
    show(own);
    site.pages.set(`/${counter}/late.png`, (response) => void response.destroy());
    expect((await run()).requests).toHaveLength(1);
    t.clock.advance(DAY);
    expect((await run()).requests).toHaveLength(1);
    expect((await run()).requests).toHaveLength(0);
  });

  it('stops asking a host after three requests without a response [SRC-63]', async () => {
    const paths = [1, 2, 3, 4, 5].map((no) => pathInNext(`${no}.png`));
    for (const path of paths) site.pages.set(path, (response) => void response.destroy());
    await add([{ body: paths.map((path) => `<img src="${path}">`).join('') }], 'copy');
    const { requests, faults } = await run();
    expect(requests).toEqual(paths.slice(0, 3));
    expect(faults).toHaveLength(5);
  });

  it('may change between copying and linking without marking its notices as edited [SRC-60]', async () => {
    site.pages.set(pathInNext('a.png'), { body: png });
    site.pages.set(pathInNext('a.pdf'), { body: makePdf() });
    const item = {
      body: `<p>가<img src="${pathInNext('a.png')}"></p>`,
      files: [{ name: 'a.pdf', path: pathInNext('a.pdf') }],
    };
    await add([item, { ...item, body: `<p>나<img src="${pathInNext('a.png')}"></p>` }]);
    expect(await run()).toMatchObject({ created: 2, requests: [] });
    const edited = await postOf('2');
    t.clock.advance(1);
    const byHand = '<p>손으로 고침</p>';
    await t.db.execute(sql`update posts set content = ${byHand}, updated_at = ${t.clock.now().toISOString()}
      where id = ${edited.id}`);
    await changeFiles('copy');
    expect(await run()).toMatchObject({ updated: 1 });
    const copied = await postOf();
    expect([copied.attachments.length, copied.updatedDate ?? null]).toEqual([1, null]);
    expect(shown(copied.content)).not.toBeNull();
    expect((await postOf('2')).content).toBe(byHand);
    await changeFiles('link');
    expect(await run()).toMatchObject({ updated: 1, requests: [] });
    const linked = await postOf();
    expect(linked).toMatchObject({ attachments: [], imageUrls: null });
    expect(linked.content).toContain('사진 보기');
    expect(linked.content).toContain('첨부 파일');
    expect([await count('uploads'), await count('attachments')]).toEqual([0, 0]);
  });

  it('copies up to twenty pictures and five files of a notice [SRC-63]', async () => {
    const numbers = Array.from({ length: 21 }, (_, index) => index);
    const sources = numbers.map((no) => pathInNext(`${no}.png`));
    const files = numbers
      .slice(0, 6)
      .map((no) => ({ name: `${no}.md`, path: pathInNext(`${no}.md`) }));
    for (const { path } of files) site.pages.set(path, { body: '# 안내' });
    await add([{ body: sources.map((src) => `<img src="${src}">`).join(''), files }], 'copy');
    const { requests, faults } = await run();
    expect(requests).toEqual([
      ...sources.slice(0, 20),
      ...files.slice(0, 5).map(({ path }) => path),
    ]);
    expect(faults).toEqual(
      expect.arrayContaining([expect.stringMatching(/20장까지/), expect.stringMatching(/5개까지/)]),
    );
    const { attachments, content } = await postOf();
    expect(attachments).toHaveLength(5);
    expect(content).toContain(files[5]?.path);
  });

  it('stops in the middle of a file when the server stops; the next run continues [SRC-63]', async () => {
    const path = pathInNext('slow.png');
    const stop = new AbortController();
    site.pages.set(path, () => stop.abort());
    await add([{ body: `<p><img src="${path}"></p>` }], 'copy');
    t.clock.advance(HOUR);
    await t.services.sources.tasks.source({ id }, { abortSignal: stop.signal });
    expect(await readSource(t, id)).toMatchObject({ state: 'NEW', lease: null, failuresInRow: 0 });
    site.pages.set(path, { body: png });
    expect(await run()).toMatchObject({ created: 1, requests: [path] });
  });

  it('says in a dry run how much it would copy, and asks for none of it [SRC-64]', async () => {
    const body = `<img src="${pathInNext('a.png')}"><img src="https://www.other.example/b.png">`;
    await add([{ body, files: [{ name: 'a.pdf', path: pathInNext('a.pdf') }] }], 'copy');
    await changeSourceRow(t, id, { isEnabled: false });
    const { json } = await t.call('POST', '/api/admin/sources/dry-run', {
      as: admin,
      body: config,
    });
    expect(json.preview.articles).toMatchObject([{ copies: { pictures: 1, files: 1 } }]);
    expect(site.requests).toEqual([`/list-${counter}.json`]);
    const link = { ...config, files: 'link' };
    const linked = await t.call('POST', '/api/admin/sources/dry-run', { as: admin, body: link });
    expect(linked.json.preview.articles[0]).not.toHaveProperty('copies');
  });
});
