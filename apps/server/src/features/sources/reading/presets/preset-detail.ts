import type { SourceDetail } from '@naru/contract/source-config';
import type { SourcePreset } from '@naru/contract/source-presets';
import { nameOfLink } from '../../file-names.ts';
import { type Detail, type PageText, READING_LIMITS } from '../content.ts';
import { contentOf, nameOf } from '../detail.ts';
import { fillTemplate, resolveAddress } from '../links.ts';
import { baseOf, type Elements, loadPage, type Page, textOf } from '../pages.ts';
import { readPublished } from '../published.ts';
import { layoutChanged } from '../source-error.ts';
import { titleOf } from '../titles.ts';
import { findBody } from './article-body.ts';
import { type PageLink, toLink } from './page-links.ts';
import { PRESETS, type Preset, USUAL } from './presets.ts';
import { isWithin } from './rows.ts';

type Parts = Pick<Preset, 'body' | 'title' | 'date' | 'files' | 'fileAddress'>;

const FILE_NAME =
  /\.(?:hwpx?|pdf|docx?|xlsx?|pptx?|zip|7z|egg|alz|txt|csv|jpe?g|png|gif|bmp|webp|mp4|ics)\b/i;
/** Links of a page whose texts are looked at. */
const LINKS_MAX = 3_000;
/** Links beside a file that lead to no file of their own. */
const NO_FILE =
  /^(?:미리\s?보기|바로\s?(?:보기|듣기)|전체\s?(?:다운로드|받기|저장)|view|preview)$/i;
const BUTTON = /^(?:다운로드|다운|내려받기|받기|저장|download|save|첨부파일(?: 다운로드)?)$/i;

/** Reads the page of an article of a known kind of board. Throws LAYOUT_CHANGED without a text. */
export function readPresetDetail(
  { text, url }: PageText,
  { preset, detail = {} }: { preset: SourcePreset; detail?: SourceDetail | undefined },
  now: Date,
): Detail {
  const $ = loadPage(text);
  const parts: Parts = preset === 'auto' ? USUAL : PRESETS[preset];
  const body = findBody($, detail.body === undefined ? parts.body : [detail.body]);
  if (body === null) throw layoutChanged('글의 본문을 찾지 못했습니다.');
  const attachments = filesOf($, { parts, detail, body, base: baseOf($, url) });
  const titles = detail.title === undefined ? [...parts.title, ...USUAL.title] : [detail.title];
  const heading = firstOf($, titles);
  const titled = heading === undefined ? null : titleOf($, heading);
  const day = firstOf($, detail.date === undefined ? parts.date : [detail.date]);
  return {
    content: contentOf(body),
    titled,
    ...readPublished(titled?.title ?? '', day && textOf(day), now),
    attachments,
  };
}

/** The first of the page that has text, by the first selector that finds one. */
function firstOf($: Page, selectors: readonly string[]): Elements | undefined {
  return selectors.map((selector) => $(selector).first()).find((element) => textOf(element) !== '');
}

interface Files {
  parts: Parts;
  detail: SourceDetail;
  body: Elements;
  base: string;
}

function filesOf($: Page, { parts, detail, body, base }: Files): Detail['attachments'] {
  const { attachments: own } = detail;
  const selectors = own === undefined ? [...parts.files, ...USUAL.files] : [own];
  const files = new Map<string, string>();
  for (const element of elementsOf($, selectors)) {
    const isInText = own === undefined && isWithin(element, body);
    const file = isInText ? null : toFile($, element, { parts, detail, base });
    if (file === null) continue;
    const known = files.get(file.url);
    if (known === undefined || (!FILE_NAME.test(known) && FILE_NAME.test(file.name))) {
      files.set(file.url, file.name);
    }
  }
  return [...files]
    .map(([url, name]) => ({ url, name: name.slice(0, READING_LIMITS.attachmentName) }))
    .slice(0, READING_LIMITS.attachments);
}

/** In the order of the page; links whose text is the name of a file are files wherever they lead. */
function elementsOf($: Page, selectors: readonly string[]): Elements[] {
  const named = $('a')
    .toArray()
    .slice(0, LINKS_MAX)
    .filter((node) =>
      /\.\w{2,5}(?:\s?[([][\d.,\s]+[KMG]?B?(?:yte)?s?[)\]])?$/i.test(textOf($(node)).trim()),
    )
    .filter((node) => FILE_NAME.test(textOf($(node))));
  return $(selectors.join(', '))
    .add(named)
    .toArray()
    .map((node) => $(node));
}

function toFile(
  $: Page,
  element: Elements,
  { parts, detail, base }: Pick<Files, 'parts' | 'detail' | 'base'>,
): { name: string; url: string } | null {
  const shown = nameOfLink(textOf(element));
  if (NO_FILE.test(shown)) return null;
  const link = toLink($, element, base);
  const url = link.url?.href ?? fileAddress(link, { parts, detail, base });
  if (url === null || url === base) return null;
  return { name: nameOfFile(element, shown, url), url };
}

function fileAddress(
  { calls, values: named }: PageLink,
  { parts, detail, base }: Pick<Files, 'parts' | 'detail' | 'base'>,
): string | null {
  const values = calls[0]?.values ?? [];
  if (detail.attachmentUrl !== undefined) {
    const find = (key: string) => named.get(key) ?? values[key === 'id' ? 0 : Number(key) - 1];
    return fillTemplate(detail.attachmentUrl, find).url;
  }
  const own = parts.fileAddress?.(values) ?? null;
  return own === null ? null : resolveAddress(own, base);
}

/** A button beside a name has none of its own. */
function nameOfFile(element: Elements, shown: string, url: string): string {
  if (shown !== '' && !BUTTON.test(shown)) return shown;
  const title = (element.attr('title') ?? element.attr('download') ?? '').trim();
  if (FILE_NAME.test(title)) return nameOfLink(title);
  const near = textOf(element.closest('li, p, dd, td, div'));
  const named = near
    .split(/\s{2,}|\n/)
    .map((part) =>
      nameOfLink(part.replace(/\s?(?:다운로드|내려받기|미리\s?보기|바로\s?보기)\s?/g, ' ').trim()),
    )
    .find((part) => FILE_NAME.test(part));
  return named ?? (title || shown || nameOf(url));
}
