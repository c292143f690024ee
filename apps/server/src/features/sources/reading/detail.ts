import { nameOfAddress } from '../file-names.ts';
import { type Detail, type PageText, READING_LIMITS, type SelectorDetail } from './content.ts';
import { fillTemplate, type Link, readLink } from './links.ts';
import { baseOf, type Elements, loadPage, type Page, textOf } from './pages.ts';
import { readPublished } from './published.ts';
import { findCall } from './scripts.ts';
import { layoutChanged, SourceError } from './source-error.ts';
import { titleOf } from './titles.ts';

/** Reads the page of one article. Throws LAYOUT_CHANGED without a body, TOO_LARGE with a long one. */
export function readDetail({ text, url }: PageText, detail: SelectorDetail, now: Date): Detail {
  const $ = loadPage(text);
  const body = $(detail.body).first();
  if (body.length === 0) throw layoutChanged('글의 본문을 찾지 못했습니다.');
  const content = contentOf(body);
  const titled = detail.title === undefined ? null : titleOf($, $(detail.title).first());
  const date = detail.date === undefined ? undefined : textOf($(detail.date).first());
  return {
    content,
    titled: titled?.title === '' ? null : titled,
    ...readPublished(titled?.title ?? '', date, now),
    attachments: readAttachments($, detail, baseOf($, url)),
  };
}

/** The HTML of a text. Throws TOO_LARGE. */
export function contentOf(body: Elements): string {
  // Pictures inside the text would be most of it, and no post keeps them.
  body.find('[src^="data:"]').remove();
  const content = body.html()?.trim() ?? '';
  if (content.length > READING_LIMITS.content)
    throw new SourceError('TOO_LARGE', '본문이 너무 깁니다.');
  return content;
}

function readAttachments(
  $: Page,
  { attachments, attachmentUrl }: SelectorDetail,
  base: string,
): Detail['attachments'] {
  if (attachments === undefined) return [];
  const found = $(attachments)
    .toArray()
    .flatMap((node) => {
      const element = $(node);
      const link = readLink(element, base);
      const url = attachmentUrl === undefined ? link.url : fileAddress(attachmentUrl, link);
      if (url === null) return [];
      const name = textOf(element) || element.attr('title') || nameOf(url);
      return [{ name: name.slice(0, READING_LIMITS.attachmentName), url }];
    });
  const byUrl = new Map(found.toReversed().map((file) => [file.url, file]));
  return [...byUrl.values()].toReversed().slice(0, READING_LIMITS.attachments);
}

/** Scripts beside plain links are common: only those without an address need the template. */
function fileAddress(template: string, { url, calls, named }: Link): string | null {
  const values = findCall(calls)?.values ?? [];
  const find = (key: string) => named.get(key) ?? values[key === 'id' ? 0 : Number(key) - 1];
  return url ?? fillTemplate(template, find).url;
}

/** The last part of the path. */
export function nameOf(url: string): string {
  return nameOfAddress(url) || url;
}
