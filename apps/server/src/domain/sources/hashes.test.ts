import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPost } from '../../testing/factories/posts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { SourceArticle } from './article.ts';
import { formerHashOfArticle, formerHashOfText } from './hashes.ts';
import { createArticleImport, type ImportArticles } from './import-articles.ts';
import { readArticle } from './read-article.ts';

let t: TestApp;
let importArticles: ImportArticles;
beforeAll(async () => {
  t = await createTestApp();
  importArticles = createArticleImport(t.services);
});
afterAll(() => t.close());

let counter = 0;
beforeEach(() => {
  counter += 1;
});

const article = (more: Partial<SourceArticle> = {}): SourceArticle => ({
  sourceId: '1',
  title: `${counter}번째 출처의 공지`,
  content: `<p>${counter} 내용</p>`,
  targetUrl: `https://www.example.ac.kr/${counter}/1`,
  publishedAt: null,
  isPinned: false,
  attachments: [],
  ...more,
});
const run = (given: SourceArticle) =>
  importArticles({ key: `source:test-${counter}`, boardType: 'NOTICE_UNIV', isFirst: true }, [
    given,
  ]);
const outcomes = async (given: SourceArticle) => (await run(given)).map(({ outcome }) => outcome);
const idOf = async (given: SourceArticle) => (await run(given))[0]?.postId ?? 0;

describe('an article that changed', () => {
  it('is not marked for its place in a list, for badges, nor for the release that read it [SRC-171]', async () => {
    const home = `https://www.example.ac.kr/${counter}/view.do?`;
    const at = (place: string, title: string, links = place) =>
      article({
        title: article().title + title,
        targetUrl: `${home}no=1${place}`,
        content: `<p>${counter} <a href="/a?no=2${links}">내용</a></p>`,
        attachments: [{ name: '표', url: `${home}file=1${place}` }],
      });
    const postId = await idOf(at('&page=1', ''));
    const places = [
      ...[
        '',
        '&page=2',
        '&pageIndex=3',
        '&article.offset=10&articleLimit=10',
        '&searchKeyword=%EA',
      ],
      ...['&pagerOffset=5', '&srCategoryId1=7', '&PHPSESSID=a1', '&utm_source=x', '&sfl=a&stx=b'],
    ];
    for (const place of places) {
      expect(await outcomes(at(place, ''))).toEqual(['unchanged']);
    }
    for (const title of [' NEW', ' [3]', ' [12] N', '\u3000새글', ' 댓글 4']) {
      expect(await outcomes(at('&page=1', title))).toEqual(['unchanged']);
    }
    expect(await readPost(t, postId)).toMatchObject({ updatedAt: null, title: article().title });
    expect(await outcomes(at('&bbs=2', ''))).toEqual(['updated']);
  });

  describe('only in how it is read since release 0.5', () => {
    const page = (title: string, former?: SourceArticle['former']) =>
      article({
        title,
        targetUrl: 'https://www.example.ac.kr/v?no=1&page=1',
        ...(former && { former }),
      });
    /** Stores the article as release 0.5 did. */
    const storeFormerly = async (formerly: SourceArticle) => {
      const postId = await idOf(formerly);
      const [readHash, textHash] = [
        formerHashOfArticle(formerly, false),
        formerHashOfText(await readArticle(formerly)),
      ];
      await t.db.execute(sql`update imported_articles set read_hash = ${readHash}, text_hash = ${textHash}
        where post_id = ${postId}`);
      return postId;
    };

    it('is unchanged, now and when its list moves [SRC-171]', async () => {
      const title = article().title;
      const postId = await storeFormerly(page(title));
      expect(await outcomes(page(title))).toEqual(['unchanged']);
      const moved = { ...page(title), targetUrl: 'https://www.example.ac.kr/v?no=1&page=2' };
      expect(await outcomes(moved)).toEqual(['unchanged']);
      expect(await readPost(t, postId)).toMatchObject({ updatedAt: null });
    });

    it('keeps what a person wrote in the meantime [SRC-171]', async () => {
      const badged = `${article().title} 새글`;
      const postId = await storeFormerly(page(badged));
      const later = new Date(t.clock.now().getTime() + 1000);
      const edited = { title: '고친 제목', updatedAt: later };
      await t.db.execute(
        sql`update posts set title = ${edited.title}, updated_at = ${later.toISOString()} where id = ${postId}`,
      );
      expect(await outcomes(page(article().title, { title: badged }))).toEqual(['unchanged']);
      expect(await readPost(t, postId)).toMatchObject(edited);
    });

    it('loses its badge without being marked as edited [SRC-171]', async () => {
      const title = article().title;
      const badged = `${title} 새글`;
      const postId = await storeFormerly(page(badged));
      const read = page(title, { title: badged });
      expect(await outcomes(read)).toEqual(['updated']);
      expect(await readPost(t, postId)).toMatchObject({ updatedAt: null, title });
      expect(await outcomes(read)).toEqual(['unchanged']);
      expect(await outcomes(page(title))).toEqual(['unchanged']);
    });
  });
});
