import { readLink } from '../links.ts';
import type { Elements, Page } from '../pages.ts';
import { findCall, type ScriptCall } from '../scripts.ts';

/** What may lead to an article: a link, a button or a row with a script. */
export interface PageLink {
  element: Elements;
  /** Absolute; null where the link is a script without an address in it. */
  url: URL | null;
  /** Those that may open an article. */
  calls: ScriptCall[];
  /** Data attributes, also their JSON, and fields of its form or script, by name. */
  values: Map<string, string>;
}

const LINKS =
  'a, button, [onclick], input[type="submit"], input[type="button"], [data-href], [data-url]';
/** Where pages lead elsewhere than to articles. */
const ELSEWHERE =
  'nav, footer, [class*="paging"], [class*="paginat"], [class*="pagenav"], [class*="breadcrumb"]';
const LINKS_MAX = 3_000;
const FIELDS_MAX = 30;
const JSON_MAX = 2_000;
const PACKED_MAX = 1_000;

/** The links of a page outside of menus and page numbers. */
export function linksOf($: Page, base: string): PageLink[] {
  return $(LINKS)
    .toArray()
    .slice(0, LINKS_MAX)
    .map((node) => $(node))
    .filter((element) => element.closest(ELSEWHERE).length === 0)
    .map((element) => toLink($, element, base));
}

/** What an element leads to. */
export function toLink($: Page, element: Elements, base: string): PageLink {
  const { url, calls, named } = readLink(element, base);
  return {
    element,
    url: url === null ? null : unpacked(new URL(url)),
    calls: calls.filter((call) => findCall([call]) !== undefined),
    values: new Map([...dataOf(element), ...fieldsOf($, element), ...named]),
  };
}

/** K2Web hides the address of an article in the one of a menu: `subview.do?enc=` and base64. */
export function unpacked(url: URL): URL {
  const packed = url.searchParams.get('enc')?.slice(0, PACKED_MAX) ?? '';
  const text = Buffer.from(packed, 'base64').toString('latin1').replaceAll('%2F', '/');
  const path = /\|(\/bbs\/[\w/.-]{1,200}\.do)/.exec(text)?.[1];
  return path === undefined ? url : new URL(path, url);
}

function dataOf(element: Elements): [string, string][] {
  return Object.entries(element.attr() ?? {})
    .filter(([name]) => name.startsWith('data-'))
    .flatMap(([name, value]) => [[name, value] as [string, string], ...pairsOf(value)]);
}

/** Hidden fields of the form that a button sends. */
function fieldsOf($: Page, element: Elements): [string, string][] {
  if (!element.is('input, button')) return [];
  const fields = element.closest('form').find('input[type="hidden"]').toArray();
  return fields.slice(0, FIELDS_MAX).map((node) => {
    const field = $(node);
    return [field.attr('name') ?? field.attr('id') ?? '', field.attr('value') ?? ''];
  });
}

function pairsOf(text: string): [string, string][] {
  if (!text.trimStart().startsWith('{') || text.length > JSON_MAX) return [];
  try {
    return Object.entries(JSON.parse(text) as object)
      .filter(([, value]) => ['string', 'number'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}
