import type { SourceId } from '@naru/contract/source-config';
import type { SourcePreset } from '@naru/contract/source-presets';
import type { PageText } from '../content.ts';
import { fillTemplate, resolveAddress, segmentsOf, toId } from '../links.ts';
import { baseOf, type Page } from '../pages.ts';
import { findCall, type ScriptCall, valueInData } from '../scripts.ts';
import { linksOf, type PageLink } from './page-links.ts';
import { PRESETS, type Preset, type ScriptLink } from './presets.ts';
import { addressOfScript } from './script-address.ts';

/** A link that leads to an article. */
export interface ArticleLink {
  element: PageLink['element'];
  id: string;
  /** Null where nothing says the address. */
  url: string | null;
}

export interface ListPage {
  /** Address of the list. */
  url: string;
  /** The beginning of its source, in which scripts and marks are looked for. */
  html: string;
  links: readonly PageLink[];
  /** Whether it has the mark of a kind of board; looked for once. */
  hasMark: (mark: RegExp) => boolean;
}

const SOURCE_MAX = 400_000;

export function toListPage($: Page, { text, url }: PageText): ListPage {
  const html = text.slice(0, SOURCE_MAX);
  const marks = new Map<RegExp, boolean>();
  const hasMark = (mark: RegExp) => {
    const known = marks.get(mark) ?? mark.test(html);
    marks.set(mark, known);
    return known;
  };
  return { url, html, links: linksOf($, baseOf($, url)), hasMark };
}

/** An id and what of its link is needed to find the address. */
interface Found {
  id: string;
  url: URL | null;
  call?: ScriptCall;
}

/** The links to articles of a board of a known kind. */
export function findArticleLinks(
  page: ListPage,
  name: Exclude<SourcePreset, 'auto'>,
  pageUrl: string | undefined,
): ArticleLink[] {
  const preset = PRESETS[name];
  return page.links.flatMap((link) =>
    toArticleLink(link, idOf(link, preset, page), { page, pageUrl, address: preset.address }),
  );
}

/** The links whose id is where the configuration says. */
export function findLinksById(
  page: ListPage,
  rule: SourceId,
  pageUrl: string | undefined,
): ArticleLink[] {
  return page.links.flatMap((link) =>
    toArticleLink(link, idByRule(link, rule), { page, pageUrl, address: undefined }),
  );
}

function toArticleLink(
  link: PageLink,
  found: Found | null,
  options: { page: ListPage; pageUrl: string | undefined; address: Preset['address'] },
): ArticleLink[] {
  const id = toId(found?.id);
  if (found === null || id === null) return [];
  return [{ element: link.element, id, url: addressOf(link, { ...found, id }, options) }];
}

function addressOf(
  link: PageLink,
  { id, url, call }: Found,
  { page, pageUrl, address }: Parameters<typeof toArticleLink>[2],
): string | null {
  const values = call?.values ?? [];
  if (pageUrl !== undefined) return fillTemplate(pageUrl, valuesOf(link, { id, values })).url;
  if (url !== null) return url.href;
  const { html } = page;
  const script: ScriptLink = {
    ...{ id, values, html, fields: link.values, list: new URL(page.url) },
    name: call?.name ?? null,
  };
  const own = addressOfScript(script) ?? address?.(script) ?? null;
  return own === null ? null : resolveAddress(own, page.url);
}

/** `{id}`, `{1}` of the call, and names of parameters, data and fields. */
function valuesOf(
  { url, values: named }: PageLink,
  { id, values }: { id: string; values: string[] },
) {
  return (key: string) => {
    if (key === 'id') return id;
    if (/^\d$/.test(key)) return values[Number(key) - 1];
    return url?.searchParams.get(key) ?? named.get(key) ?? named.get(`data-${key.toLowerCase()}`);
  };
}

function idOf(link: PageLink, preset: Preset, page: ListPage): Found | null {
  return idOfAddress(link, preset, page) ?? idOfCall(link, preset) ?? idOfField(link, preset);
}

function idOfAddress({ url }: PageLink, preset: Preset, page: ListPage): Found | null {
  const { parameters = [], paths = [], beside, mark } = preset;
  if (url === null) return null;
  const isBeside = beside === undefined || beside.test(url.href);
  const value = parameters.map((name) => url.searchParams.get(name)).find((one) => one);
  if (value && isBeside && isOfBoard(url, page)) return { id: value, url };
  if (mark !== undefined && !page.hasMark(mark)) return null;
  for (const path of paths) {
    const id = path.exec(url.pathname)?.groups?.id;
    if (id !== undefined && url.host === new URL(page.url).host) return { id, url };
  }
  return null;
}

/** Pages show the newest articles of other boards too. */
function isOfBoard(url: URL, page: ListPage): boolean {
  const list = new URL(page.url).searchParams;
  return ['bo_table', 'mid', 'bbsId', 'bbsNo', 'boardId'].every((name) => {
    const own = list.get(name);
    const other = url.searchParams.get(name);
    return own === null || other === null || own === other;
  });
}

function idOfCall({ calls }: PageLink, { calls: names }: Preset): Found | null {
  const call = names && calls.find(({ name }) => names.test(name));
  if (!call) return null;
  const id = articleArgument(call);
  return id === undefined ? null : { id, url: null, call };
}

/** Calls name site and board before the article, and flags of one letter behind it. */
function articleArgument({ name, values }: ScriptCall): string | undefined {
  const useful = values.filter((value) => value.length > 1 || /^\d$/.test(value));
  if (/egov|ntt/i.test(name))
    return useful.find((value) => !/^BBSMSTR_/.test(value) && /\d/.test(value));
  if (/^jf_view$/i.test(name) && /^\d+$/.test(values[0] ?? '')) return values[0];
  return useful.slice(0, 3).findLast((value) => /\d/.test(value));
}

function idOfField({ element, values }: PageLink, { fields = [], buttons }: Preset): Found | null {
  const names = buttons !== undefined && element.is(buttons) ? [...fields, 'data-id'] : fields;
  const id = names.map((name) => values.get(name)).find((value) => value);
  return id === undefined ? null : { id, url: null };
}

function idByRule(link: PageLink, rule: SourceId): Found | null {
  const call = rule.from === 'call' ? findCall(link.calls, rule.name) : undefined;
  const id =
    call && rule.from === 'call' ? call.values[rule.argument - 1] : valueByRule(link, rule);
  return id ? { id, url: link.url, ...(call && { call }) } : null;
}

function valueByRule(
  { url, values, element }: PageLink,
  rule: SourceId,
): string | null | undefined {
  switch (rule.from) {
    case 'parameter':
      return url?.searchParams.get(rule.name);
    case 'segment': {
      const part = url === null ? undefined : segmentsOf(url.href).at(-rule.position);
      return part !== undefined && /\d/.test(part) ? part : null;
    }
    case 'attribute': {
      const data = values.get(rule.name) ?? element.attr(rule.name);
      return rule.path === undefined ? data : valueInData(data ?? '', rule.path);
    }
    case 'input':
      return values.get(rule.name);
    default:
      return null;
  }
}
