import type { SourceArticle } from '../../../../domain/sources/article.ts';
import type { Articles, Found, PageText, SourceFault, SourceOf } from '../content.ts';
import { emptyOr, saysEmpty } from '../empty-board.ts';
import { onceEach } from '../html.ts';
import { type Elements, loadPage, type Page, textOf } from '../pages.ts';
import { readPublished } from '../published.ts';
import { titleOf } from '../titles.ts';
import {
  type ArticleLink,
  findArticleLinks,
  findLinksById,
  type ListPage,
  toListPage,
} from './article-links.ts';
import { guessId } from './guess-id.ts';
import { dateOf, isPinnedRow, titleOfRow } from './row-parts.ts';
import { type ArticleRow, rowsOf } from './rows.ts';

type HtmlSource = SourceOf<'html'>;
export type PresetSource = HtmlSource & { preset: NonNullable<HtmlSource['preset']> };

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
  const found: { article: SourceArticle }[] = [];
  const arePinned = pinsOf($, rows);
  for (const [index, row] of rows.entries()) {
    const read = toArticle($, row, { config, now, isPinned: arePinned[index] ?? false });
    if (typeof read === 'string') faults.push({ place: `목록 ${index + 1}번째 글`, message: read });
    else {
      found.push(read);
      faults.push(...read.faults);
    }
  }
  if (found.length === 0) return emptyOr(rows.length === 0 && saysEmpty($, []), faults[0]);
  return { content: { kind: 'articles', articles: onceEach(found, faults) }, faults };
}

/** The links of a page that its configuration takes for those of articles. */
function articleLinks(page: ListPage, { preset, list, pageUrl }: PresetSource): ArticleLink[] {
  const id = list?.id ?? (preset === 'auto' ? guessId(page) : undefined);
  if (id !== undefined && id !== null) {
    return findLinksById(page, id, pageUrl);
  }
  return preset === 'auto' ? [] : findArticleLinks(page, preset, pageUrl);
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
): { article: SourceArticle; faults: SourceFault[] } | string {
  const own = (selector: string | undefined): Elements | null =>
    selector === undefined ? null : row.row.find(selector).first();
  const { title: titlePlace, date: datePlace, pinned } = config.list ?? {};
  const heading = own(titlePlace);
  const titled = heading === null ? titleOfRow($, row) : titleOf($, heading);
  const { title } = titled;
  if (title === '') return '제목을 찾지 못했습니다.';
  const targetUrl = row.links.find(({ url }) => url !== null)?.url;
  if (targetUrl === undefined || targetUrl === null) return NO_ADDRESS;
  const day = own(datePlace);
  const { publishedAt, faults } =
    day === null ? dateOf($, row, { title, now }) : readPublished(title, textOf(day), now);
  const article = {
    ...{ sourceId: row.id, ...titled, content: '', targetUrl, publishedAt },
    isPinned:
      pinned === undefined ? isPinned : row.row.is(pinned) || row.row.find(pinned).length > 0,
    attachments: [],
  };
  return { article, faults };
}
