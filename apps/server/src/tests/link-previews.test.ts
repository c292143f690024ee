import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BOARD_TYPES, BOARDS } from '@naru/contract/boards';
import fc from 'fast-check';
import { parse } from 'parse5';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenTitles } from '../features/posts/notices/open-titles.ts';
import { createMemberList } from '../testing/factories/member-lists.ts';
import { changePost, createPost } from '../testing/factories/posts.ts';
import { readAuditOf, storeSetting } from '../testing/factories/settings.ts';
import { CORPUS } from '../testing/injection/corpus.ts';
import { createWebRoot, openPage } from '../testing/opened-pages.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

const TITLE = '수강 신청 안내';
/** No post has it. */
const MISSING = 999_999;
/** After it no title is from before. */
const FRESH_SECONDS = 11;

let t: TestApp;
let web: Awaited<ReturnType<typeof createWebRoot>>;
let admin: SignedIn;
let notice: number;
beforeAll(async () => {
  web = await createWebRoot();
  t = await createTestApp({ webRoot: web.path, env: { PUBLIC_URL: 'https://naru.test' } });
  admin = await t.signIn('ADMIN');
  notice = await createPost(t, admin, { boardType: 'NOTICE_SC', title: TITLE });
});
afterAll(async () => {
  await t.close();
  await web.remove();
});
beforeEach(async () => {
  await storeSetting(t, 'linkTitles', 'true');
  t.clock.advance(FRESH_SECONDS);
});

const pathOf = (board: string, id: number) => `/main/community/${board}/post/${id}`;
const open = async (address: string) => (await t.call('GET', address)).text;

/** What a program reads of a page, by a parser of HTML. */
function previewOf(html: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (node: { nodeName: string; childNodes?: unknown[]; attrs?: Attribute[] }) => {
    const {
      property = '',
      name = '',
      content = '',
    } = Object.fromEntries((node.attrs ?? []).map((one) => [one.name, one.value]));
    if (node.nodeName === 'meta' && /^(og|twitter):/.test(property + name)) {
      found[property + name] = content;
    }
    for (const child of node.childNodes ?? []) visit(child as typeof node);
  };
  visit(parse(html) as never);
  return found;
}
interface Attribute {
  name: string;
  value: string;
}

describe('the preview of a link', () => {
  it('names site and board, with a square picture, for whoever asks [HEAD-11]', async () => {
    const { status, text, headers } = await t.call('GET', '/main/community/free?page=3', {
      headers: { 'user-agent': 'facebookexternalhit/1.1;kakaotalk-scrap/1.0', accept: '*/*' },
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(previewOf(text)).toEqual({
      'og:type': 'website',
      'og:site_name': '나루',
      'og:title': '자유게시판',
      'og:description': '나루: 우리 학과 커뮤니티',
      'og:url': 'https://naru.test/main/community/free',
      'og:image': expect.stringMatching(
        /^https:\/\/naru\.test\/app-icons\/maskable-512\.png\?v=[\w-]{8}$/,
      ),
      'og:image:width': '512',
      'og:image:height': '512',
      'twitter:card': 'summary',
    });
    // Within what programs read of a page, before the configuration.
    expect(text.indexOf('og:title')).toBeLessThan(text.indexOf('site-config'));
    const { 'og:image': image = '' } = previewOf(text);
    const picture = await t.call('GET', image.replace('https://naru.test', ''));
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const head = await t.call('HEAD', '/main/community/free?page=3');
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag]);
  });

  it.each(['/', '/main', '/invitation?x=1', '/objection', '/main/study-dashboard/3/7'])(
    'names the site alone for %s [HEAD-11]',
    async (address) => {
      const preview = previewOf(await open(address));
      expect([preview['og:title'], preview['og:url']]).toEqual(['나루', undefined]);
    },
  );

  it('is for pages alone, not for what programs read [HEAD-11]', async () => {
    for (const path of ['/feeds', '/feeds/a', '/feeds/a/b', '/feeds/a/b/c', '/api/x']) {
      const { status, json } = await t.call('GET', path);
      expect([status, json.error], path).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('has the title of a notice for everybody only while an ADMIN wants it, on record [HEAD-12]', async () => {
    const address = pathOf('notice_sc', notice);
    const save = (linkTitles: boolean) =>
      t.call('PUT', '/api/admin/settings', { as: admin, body: { linkTitles } });
    await t.db.execute(`delete from settings where key = 'linkTitles'`);
    const shown = async () => previewOf(await open(address))['og:title'];
    expect(await shown()).toBe('학생회 공지');
    expect((await save(true)).status).toBe(200);
    t.clock.advance(FRESH_SECONDS);
    expect(previewOf(await open(address))).toMatchObject({
      'og:title': TITLE,
      'og:description': '학생회 공지 · 나루: 우리 학과 커뮤니티',
      'og:url': `https://naru.test${address}`,
    });
    await save(false);
    t.clock.advance(FRESH_SECONDS);
    expect(await shown()).toBe('학생회 공지');
    const entries = await readAuditOf(t, 'setting.update');
    expect(entries.map(({ detail }) => detail)).toEqual([
      { setting: 'linkTitles', before: 'false', after: 'true' },
      { setting: 'linkTitles', before: 'true', after: 'false' },
    ]);
  });

  it('reads nothing of notices while no ADMIN wants titles, and asks that once in ten seconds [HEAD-12]', async () => {
    let [elapsed, reads] = [1, 0];
    const read = async () => {
      reads += 1;
      return { linkTitles: false };
    };
    const select = vi.fn();
    const titles = createOpenTitles({
      ...{ db: { select } as never, settings: { get: read } },
      elapsed: () => elapsed,
    });
    for (let id = 1; id < 20; id += 1) {
      expect(await titles.findOpenTitle('NOTICE_SC', id)).toBeNull();
    }
    expect([reads, select.mock.calls]).toEqual([1, []]);
    elapsed += FRESH_SECONDS * 1000;
    await titles.findOpenTitle('NOTICE_SC', 1);
    expect([reads, select.mock.calls]).toEqual([2, []]);
  });

  it('has no title within ten seconds of a change that hides it [HEAD-12]', async () => {
    const id = await createPost(t, admin, { boardType: 'NOTICE', title: TITLE });
    const shown = async () => previewOf(await open(pathOf('notice', id)))['og:title'];
    expect(await shown()).toContain(TITLE);
    for (const values of [
      { blindedAt: t.clock.now() },
      { audienceYears: [3] },
      { audienceGroups: [`LIST:${await createMemberList(t, admin, '장학생', [admin])}`] },
      { deletedAt: t.clock.now() },
    ]) {
      await changePost(t, id, { blindedAt: null, audienceYears: null, audienceGroups: null });
      t.clock.advance(FRESH_SECONDS);
      expect(await shown()).toContain(TITLE);
      await changePost(t, id, values);
      t.clock.advance(FRESH_SECONDS);
      expect(await shown(), Object.keys(values).join()).toBe('조교 공지');
    }
  });

  it('is that of a post which does not exist for every other one, byte by byte [HEAD-12, ANON-07]', async () => {
    const ids = await Promise.all(
      (['FREE', 'SECRET', 'QNA', 'MARKET', 'REVIEW'] as const).map((boardType) =>
        createPost(t, admin, { boardType, title: TITLE }),
      ),
    );
    ids.push(notice);
    for (const { slug, group, name } of BOARD_TYPES.map((type) => BOARDS[type])) {
      const missing = await open(pathOf(slug, MISSING));
      expect(previewOf(missing)['og:title']).toBe(name);
      for (const id of ids) {
        if (group === 'notice' && id === notice && slug === 'notice_sc') continue;
        const page = await open(pathOf(slug, id));
        expect(page.replace(pathOf(slug, id), pathOf(slug, MISSING)), `${slug} ${id}`).toBe(
          missing,
        );
        expect(page).not.toContain(TITLE);
      }
    }
  });

  it('may be read by the programs that show it, and pages be listed by nobody [HEAD-13]', async () => {
    const file = join(import.meta.dirname, '../../../web/public/robots.txt');
    const groups = (await readFile(file, 'utf8')).split('\n\n').map((group) => {
      const values = (name: string) =>
        [...group.matchAll(new RegExp(`^${name}: (.*)$`, 'gm'))].map(([, value = '']) => value);
      return { agents: values('User-agent'), closed: values('Disallow') };
    });
    const isOpen = (agent: string, path: string) => {
      const group = groups.find(({ agents }) => agents.includes(agent)) ?? groups.at(-1);
      return !group?.closed.some((start) => path.startsWith(start));
    };
    for (const agent of ['kakaotalk-scrap', 'facebookexternalhit', 'Twitterbot', 'LinkedInBot']) {
      const paths = [
        pathOf('notice_sc', notice),
        '/app-icons/maskable-512.png',
        '/feeds/a/b',
        '/api/config',
      ];
      expect(
        paths.map((path) => isOpen(agent, path)),
        agent,
      ).toEqual([true, true, false, false]);
    }
    expect(isOpen('Googlebot', '/main')).toBe(false);
    const { text, headers } = await t.call('GET', pathOf('notice_sc', notice));
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(text).toContain('og:title');
  });

  it('is the same for guests and members of every role [HEAD-11]', async () => {
    const student = await t.signIn('STUDENT');
    for (const address of [pathOf('notice_sc', notice), pathOf('free', notice), '/main']) {
      const guest = previewOf(await open(address));
      for (const as of [student, admin]) {
        expect(previewOf((await openPage(t, address, as)).text), address).toEqual(guest);
      }
    }
  });

  it('says any title as it is, and nothing else of it [HEAD-12, INPUT-22]', async () => {
    const id = await createPost(t, admin, { boardType: 'NOTICE_SC', title: TITLE });
    const plain = await open(pathOf('notice_sc', id));
    const title = fc.oneof(
      fc.constantFrom(...CORPUS.filter((one) => !one.includes('\0')), '$&', "$'", '</body>'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(title, async (written) => {
        const stored = written.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');
        await changePost(t, id, { title: stored });
        t.clock.advance(FRESH_SECONDS);
        const page = await open(pathOf('notice_sc', id));
        const preview = previewOf(page);
        expect(preview['og:title']).toBe(stored.replace(/\r\n?/g, '\n'));
        expect({ ...preview, 'og:title': TITLE }).toEqual(previewOf(plain));
        const line = (html: string) => html.replace(/<meta property="og:title"[^>]*>/, '');
        expect(line(page)).toBe(line(plain));
      }),
      { numRuns: 120 },
    );
  });

  it('asks the database once for a crowd that opens a notice [HEAD-12, LIMIT-73]', async () => {
    const address = pathOf('notice_sc', notice);
    await open(address);
    await changePost(t, notice, { title: '바뀐 제목' });
    const pages = await Promise.all(Array.from({ length: 30 }, () => open(address)));
    expect(new Set(pages.map((page) => previewOf(page)['og:title']))).toEqual(new Set([TITLE]));
    t.clock.advance(FRESH_SECONDS);
    expect(previewOf(await open(address))['og:title']).toBe('바뀐 제목');
    await changePost(t, notice, { title: TITLE });
  });
});
