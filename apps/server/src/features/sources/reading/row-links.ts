import type { SourceId } from '@naru/contract/source-config';
import { faultOfId } from './link-faults.ts';
import {
  type FindValue,
  type Link,
  type RowLink,
  readLink,
  resolveAddress,
  segmentsOf,
  toId,
} from './links.ts';
import type { Elements, Page } from './pages.ts';
import { findCall, type ScriptCall, valueInData } from './scripts.ts';

const CLICKABLE = 'a, area, button, input[type=button], input[type=submit], [onclick]';
/** Elements of a row that are looked at. */
const ELEMENTS_MAX = 30;

interface Place {
  heading: Elements;
  /** The configured link. */
  link: Elements | undefined;
  base: string;
}

/**
 * Joins the links of a row: the title's or the configured one, then what is around it up to the row and,
 * where none of these leads anywhere, the first in the row that does.
 */
export function readRowLink($: Page, row: Elements, { heading, link, base }: Place): RowLink {
  const own = link ?? firstOf(heading, heading.find(CLICKABLE).first());
  const around = own.parents().toArray();
  const end = around.indexOf(row[0] as never);
  const inside = end < 0 ? [row] : around.slice(0, end + 1).map((node) => $(node));
  const elements = [own, ...inside].slice(0, ELEMENTS_MAX);
  const others = row.find(CLICKABLE).toArray().slice(0, ELEMENTS_MAX);
  const all = others.map((node) => readLink($(node), base));
  const near = elements.map((element) => readLink(element, base));
  const outside = row
    .closest('a')
    .toArray()
    .map((node) => readLink($(node), base));
  const leading = near.some(leads) ? near : [...all.filter(leads).slice(0, 1), ...outside];
  return {
    url: leading.find(({ url }) => url !== null)?.url ?? addressOfForm($, row, base),
    calls: leading.flatMap(({ calls }) => calls),
    named: new Map([...all, ...leading].toReversed().flatMap(({ named }) => [...named])),
    elements: [...elements, ...others.map((node) => $(node))],
    row,
    allCalls: [...leading, ...all].flatMap(({ calls }) => calls),
  };
}

function firstOf(heading: Elements, inside: Elements): Elements {
  return heading.is(CLICKABLE) || inside.length === 0 ? heading : inside;
}

const leads = ({ url, calls, named }: Link) =>
  url !== null || named.size > 0 || findCall(calls) !== undefined;

/** A form that is sent by its address leads to an article like a link. */
function addressOfForm($: Page, row: Elements, base: string): string | null {
  const form = row.is('form') ? row : row.find('form').first();
  const action = form.attr('action');
  const isGet = (form.attr('method') ?? 'get').toLowerCase() === 'get';
  if (action === undefined || !isGet || !URL.canParse(action, base)) return null;
  const url = new URL(action, base);
  for (const node of form.find('input[name], button[name]').toArray().slice(0, ELEMENTS_MAX)) {
    const [name = '', value = ''] = [$(node).attr('name'), $(node).attr('value')];
    if (value !== '') url.searchParams.set(name, value);
  }
  return resolveAddress(url.href, base);
}

/** The id of an article, or why there is none and what to change, in Korean. */
export function readId(
  $: Page,
  rule: SourceId | undefined,
  link: RowLink,
): { id: string } | { fault: string } {
  const id = toId(rawId($, rule, link));
  if (id !== null) return { id };
  return { fault: faultOfId(rule, link) };
}

function rawId($: Page, rule: SourceId | undefined, link: RowLink): string | null | undefined {
  switch (rule?.from) {
    case 'call':
      return callOf(link, rule.name)?.values[rule.argument - 1];
    case 'attribute': {
      const data = attributeOf(link, rule.name);
      return rule.path === undefined || data === undefined ? data : valueInData(data, rule.path);
    }
    case 'input':
      return inputOf($, link, rule.name);
    case 'parameter':
      return link.url && new URL(link.url).searchParams.get(rule.name);
    case 'segment':
      return link.url && segmentsOf(link.url).at(-rule.position);
    default:
      return link.url;
  }
}

/** Without a name the call of the link, with one the call of the whole row. */
function callOf({ calls, allCalls }: RowLink, name: string | undefined): ScriptCall | undefined {
  return findCall(name === undefined ? calls : allCalls, name);
}

function attributeOf({ elements, row }: RowLink, name: string): string | undefined {
  const found = [...elements, row].map((element) => element.attr(name));
  return found.find((value) => value !== undefined) ?? attributeInside(row, name);
}

function attributeInside(row: Elements, name: string): string | undefined {
  const isNamed = (node: { attribs?: Record<string, string> }) =>
    node.attribs?.[name] !== undefined;
  return row
    .find('*')
    .filter((_, node) => isNamed(node as never))
    .first()
    .attr(name);
}

/** The value of a field of the row, of the form around it, or one that its script sets. */
function inputOf($: Page, { row, named }: RowLink, name: string): string | undefined {
  const set = named.get(name);
  if (set !== undefined) return set;
  for (const fields of [row.find('input, button'), row.closest('form').find('input')]) {
    const isNamed = (node: unknown) =>
      [$(node as never).attr('name'), $(node as never).attr('id')].includes(name);
    const found = fields.filter((_, node) => isNamed(node)).first();
    if (found.length > 0) return found.attr('value');
  }
  return undefined;
}

/**
 * Finds the values of an address: `{id}`, `{1}` of the call, and names of parameters, objects, fields and
 * data attributes.
 */
export function valuesOfRow(
  $: Page,
  link: RowLink,
  { id, rule }: { id: string; rule: SourceId | undefined },
): FindValue {
  const name = rule?.from === 'call' ? rule.name : undefined;
  return (key) => {
    if (key === 'id') return id;
    if (/^\d$/.test(key)) return callOf(link, name)?.values[Number(key) - 1];
    const parameter = link.url === null ? null : new URL(link.url).searchParams.get(key);
    return parameter ?? link.named.get(key) ?? dataOf(link, key) ?? inputOf($, link, key);
  };
}

/** `{nttNo}` is `data-ntt-no`, `data-nttno`, or in the JSON of any data attribute. */
function dataOf(link: RowLink, key: string): string | undefined {
  const kebab = key.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);
  const names = [key.toLowerCase(), `data-${kebab}`, `data-${key.toLowerCase()}`];
  const direct = names.map((name) => attributeOf(link, name)).find((value) => value !== undefined);
  if (direct !== undefined) return direct;
  const data = link.elements.flatMap((element) => {
    const attributes = Object.entries(element.attr() ?? {});
    return attributes.filter(([name]) => name.startsWith('data-')).map(([, value]) => value);
  });
  return data.map((value) => valueInData(value, key)).find((value) => value !== undefined);
}
