import { createHash } from 'node:crypto';
import { PLACEHOLDER } from '@naru/contract/source-fields';
import { isWebAddress } from '@naru/contract/web-address';
import { READING_LIMITS } from './content.ts';
import type { Elements } from './pages.ts';
import { decodeEntities } from './plain-text.ts';
import { readScript, type Script, type ScriptCall } from './scripts.ts';

/** Longest address that is stored. */
const URL_MAX = 2000;
/** Attributes in which scripts of a page keep the address of a row. */
const DATA_ADDRESSES = ['data-href', 'data-url', 'data-link'];

/** A link of a page: where it leads and what its scripts say. */
export interface Link {
  /** Absolute, without what only belongs to the visit; null when no address stands in it. */
  url: string | null;
  calls: ScriptCall[];
  /** Values of objects and form fields in its scripts, by name. */
  named: ReadonlyMap<string, string>;
}

/** All by which a row leads to its article. */
export interface RowLink extends Link {
  /** The link first, then what is around it up to the row. */
  elements: Elements[];
  row: Elements;
  /** Calls of the whole row. */
  allCalls: ScriptCall[];
}

/** The link of one element: its address, else the one to which its script or its form leads. */
export function readLink(element: Elements, base: string): Link {
  const href = element.attr('href')?.trim() ?? '';
  const isScript = /^javascript:/i.test(href);
  const scripts = [
    ...(isScript ? [readScript(scriptOf(href))] : []),
    readScript(decodeEntities(element.attr('onclick') ?? '')),
  ];
  const addresses = [
    isScript ? '' : href,
    element.attr('formaction') ?? '',
    ...scripts.flatMap((script) => script.addresses),
    ...DATA_ADDRESSES.map((name) => element.attr(name) ?? '').filter((text) => /[/?]/.test(text)),
  ];
  return { url: firstAddress(addresses, base), ...joined(scripts) };
}

function firstAddress(addresses: readonly string[], base: string): string | null {
  for (const address of addresses) {
    const url = address.trim().startsWith('#') ? null : resolveAddress(address.trim(), base);
    if (url !== null) return url;
  }
  return null;
}

function joined(scripts: readonly Script[]): Pick<Link, 'calls' | 'named'> {
  return {
    calls: scripts.flatMap(({ calls }) => calls),
    named: new Map(scripts.flatMap(({ named }) => [...named])),
  };
}

/** The script of an address, which browsers decode before they run it. */
function scriptOf(href: string): string {
  const script = decodeEntities(href.slice('javascript:'.length));
  try {
    return decodeURIComponent(script);
  } catch {
    return script;
  }
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

/** The parts of the path. */
export function segmentsOf(url: string): string[] {
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

/** Finds the value for a placeholder; undefined when there is none. */
export type FindValue = (key: string) => string | undefined;

/** Fills the placeholders; the address is null with the names of those that have no value. */
export function fillTemplate(
  template: string,
  find: FindValue,
): { url: string | null; missing: string[] } {
  const missing: string[] = [];
  const address = template.replaceAll(PLACEHOLDER, (_, key: string) => {
    const value = find(key) ?? '';
    if (value === '') missing.push(key);
    return encodeURIComponent(value);
  });
  return { url: missing.length > 0 ? null : resolveAddress(address, template), missing };
}
