import type { SourceArticle } from '../../../../domain/sources/article.ts';
import {
  type Articles,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceFault,
  type SourceOf,
} from '../content.ts';
import { type Elements, loadPage, type Page, textOf } from '../pages.ts';
import { readInstant } from '../read-instant.ts';
import { layoutChanged } from '../source-error.ts';
import {
  type ArticleLink,
  findArticleLinks,
  findLinksById,
  type ListPage,
  toListPage,
} from './article-links.ts';
import { guessId } from './guess-id.ts';
import { dateOf, isPinnedRow, titleOf } from './row-parts.ts';
import { type ArticleRow, rowsOf } from './rows.ts';

type HtmlSource = SourceOf<'html'>;
export type PresetSource = HtmlSource & { preset: NonNullable<HtmlSource['preset']> };

/** What boards without an article say. */
const EMPTY =
  /(?:등록된|작성된|조회된|검색된|해당하는|게시된)?\s?(?:게시물|게시글|글|자료|내용|데이터|공지(?:사항)?|결과)(?:이|가|은)?\s?(?:없습니다|존재하지 않습니다|없음)|no (?:posts?|results?|data|articles?)\b/i;
const NO_ADDRESS = '글의 주소를 찾지 못했습니다. 글 주소의 모양(pageUrl)을 적어 주세요.';

/** Reads the list of a board of a known kind. Throws LAYOUT_CHANGED when it has no article and does not say so. */
export function readPresetList(
  { text, url }: PageText,
  config: PresetSource,
  now: Date,
): Found<Articles> {
  const $ = loadPage(text);
  const page = toListPage($, { text, url });
  const rows = rowsOf($, articleLinks(page, config));
  const faults: SourceFault[] = [];
  const articles = new Map<string, SourceArticle>();
  const arePinned = pinsOf($, rows);
  for (const [index, row] of rows.entries()) {
    const article = toArticle($, row, { config, now, isPinned: arePinned[index] ?? false });
    if (typeof article === 'string')
      faults.push({ place: `목록 ${index + 1}번째 글`, message: article });
    else addOnce(articles, article);
  }
  if (articles.size === 0 && !(rows.length === 0 && saysEmpty($))) {
    throw layoutChanged(faults[0]?.message ?? '목록에서 글을 찾지 못했습니다.');
  }
  return { content: { kind: 'articles', articles: [...articles.values()] }, faults };
}

/** Whether the page says that it has no article. */
export function saysEmpty($: Page): boolean {
  return EMPTY.test(textOf($('body')));
}

/** The links of a page that its configuration takes for those of articles. */
function articleLinks(page: ListPage, { preset, list, pageUrl }: PresetSource): ArticleLink[] {
  const id = list?.id ?? (preset === 'auto' ? guessId(page) : undefined);
  if (id !== undefined && id !== null) {
    return findLinksById(page, id, pageUrl);
  }
  return preset === 'auto' ? [] : findArticleLinks(page, preset, pageUrl);
}

/** Pinned articles are often listed again at their own place. */
function addOnce(articles: Map<string, SourceArticle>, article: SourceArticle): void {
  const known = articles.get(article.sourceId);
  if (known === undefined) articles.set(article.sourceId, article);
  else known.isPinned ||= article.isPinned;
}

/** Where every row looks pinned, that is how the board looks. */
function pinsOf($: Page, rows: readonly ArticleRow[]): boolean[] {
  const pins = rows.map((row) => isPinnedRow($, row));
  return rows.length > 1 && pins.every((isPinned) => isPinned) ? pins.map(() => false) : pins;
}

/** Returns the article, or why it cannot be read. */
function toArticle(
  $: Page,
  row: ArticleRow,
  { config, now, isPinned }: { config: PresetSource; now: Date; isPinned: boolean },
): SourceArticle | string {
  const own = (selector: string | undefined): Elements | null =>
    selector === undefined ? null : row.row.find(selector).first();
  const { title: titlePlace, date: datePlace, pinned } = config.list ?? {};
  const heading = own(titlePlace);
  const title = heading === null ? titleOf($, row) : textOf(heading);
  if (title === '') return '제목을 찾지 못했습니다.';
  const targetUrl = row.links.find(({ url }) => url !== null)?.url;
  if (targetUrl === undefined || targetUrl === null) return NO_ADDRESS;
  const day = own(datePlace);
  return {
    sourceId: row.id,
    title: title.slice(0, READING_LIMITS.title),
    content: '',
    targetUrl,
    publishedAt: day === null ? dateOf($, row, now) : readInstant(textOf(day), now),
    isPinned:
      pinned === undefined ? isPinned : row.row.is(pinned) || row.row.find(pinned).length > 0,
    attachments: [],
  };
}
