import { createHash } from 'node:crypto';
import type { SourceId } from '@naru/contract/source-config';
import { isWebAddress } from '@naru/contract/web-address';
import { READING_LIMITS } from './content.ts';
import type { Elements } from './pages.ts';

/** Bounds the work of the patterns on scripts. */
const SCRIPT_MAX = 500;
const CALL = /[\w$.]{1,60}\s{0,3}\(([^()]{1,300})\)/g;
const ARGUMENT = /'([^']*)'|"([^"]*)"|(-?\d{1,18})/g;
/** Longest address that is stored. */
const URL_MAX = 2000;

/** A link of a page: its address, its script call, or both. */
export interface Link {
  /** Absolute, without what only belongs to the visit; null for a script. */
  url: string | null;
  /** Arguments of the script call. */
  call: string[];
}

export function readLink(element: Elements, base: string): Link {
  const href = element.attr('href')?.trim() ?? '';
  const isScript = /^javascript:/i.test(href);
  const script = `${isScript ? href.slice('javascript:'.length) : ''} ${element.attr('onclick') ?? ''}`;
  const isNowhere = isScript || href === '' || href.startsWith('#');
  return { url: isNowhere ? null : resolveAddress(href, base), call: argumentsOf(script) };
}

/** The http or https address, without fragment and session id; null when it is none. */
export function resolveAddress(address: string, base: string): string | null {
  const isAddress = address !== '' && address.length <= URL_MAX;
  if (!isAddress || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  url.hash = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*$/i, '');
  return isWebAddress(url.href) && url.href.length <= URL_MAX ? url.href : null;
}

/** Arguments of the first call that has any. */
function argumentsOf(script: string): string[] {
  for (const [, list = ''] of decodeScript(script).matchAll(CALL)) {
    const found = [...list.matchAll(ARGUMENT)].map(([, one, two, number]) => one ?? two ?? number);
    if (found.length > 0) return found.map((value) => value?.trim() ?? '');
  }
  return [];
}

/** Addresses of scripts may be percent-encoded. */
function decodeScript(script: string): string {
  const short = script.slice(0, SCRIPT_MAX);
  try {
    return decodeURIComponent(short);
  } catch {
    return short;
  }
}

interface Row {
  link: Link;
  linkElement: Elements;
  row: Elements;
}

/** The id of an article; null when it is not where the configuration says. */
export function readId(rule: SourceId | undefined, { link, linkElement, row }: Row): string | null {
  switch (rule?.from) {
    case 'call':
      return toId(link.call[rule.argument - 1]);
    case 'attribute':
      return toId(linkElement.attr(rule.name) ?? row.attr(rule.name));
    case 'parameter':
      return link.url === null ? null : toId(new URL(link.url).searchParams.get(rule.name));
    case 'segment':
      return link.url === null ? null : toId(segmentsOf(link.url).at(-rule.position));
    default:
      return toId(link.url);
  }
}

function segmentsOf(url: string): string[] {
  return new URL(url).pathname.split('/').filter((part) => part !== '');
}

/** Ids longer than the limit become their hash. */
export function toId(value: string | null | undefined): string | null {
  // Half a character, as JSON may have it, can stand in no address.
  const whole = value?.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  const id = whole?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (id === '') return null;
  if (id.length <= READING_LIMITS.sourceId) return id;
  return `sha256:${createHash('sha256').update(id).digest('hex')}`;
}

/** Fills `{id}` and `{1}`, `{2}` …; null when the link has no such argument. */
export function fillTemplate(
  template: string,
  { id, call }: { id: string; call: readonly string[] },
): string | null {
  let isWhole = true;
  const address = template.replaceAll(/\{(id|\d)\}/g, (_, key: string) => {
    const value = key === 'id' ? id : call[Number(key) - 1];
    if (value === undefined || value === '') isWhole = false;
    return encodeURIComponent(value ?? '');
  });
  return isWhole ? resolveAddress(address, template) : null;
}
