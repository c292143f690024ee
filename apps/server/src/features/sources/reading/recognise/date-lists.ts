import type { AnyNode } from 'domhandler';
import { type Elements, type Page, textOf } from '../pages.ts';
import { selectorOf } from './structure.ts';

/** A list of dates: which part of its entries is the day, which the event. */
export interface DateList {
  row: string;
  event: string;
  date: string;
  /** Texts of the days. */
  days: string[];
}

interface Entry {
  node: AnyNode;
  date: number;
  event: number;
  day: string;
}

const ENTRIES_MAX = 500;
const LEAST = 3;
const NAME = /^[A-Za-z_][\w-]*$/;

/**
 * Entries of lists that have the day in one element and the event in another. `isDay`: whether a text is one.
 * Null when there are not enough of one form.
 */
export function findDateList($: Page, isDay: (text: string) => boolean): DateList | null {
  const entries = $('li, dl')
    .toArray()
    .slice(0, ENTRIES_MAX)
    .flatMap((node) => toEntry($, node, isDay));
  const most = mostOf(entries);
  const [first] = most;
  if (first === undefined || most.length < LEAST) return null;
  const row = rowsOf($, most);
  if (row === null) return null;
  const part = (at: number) => `:scope > :nth-child(${at + 1})`;
  return {
    ...{ row, date: part(first.date), event: part(first.event) },
    days: most.map(({ day }) => day),
  };
}

/** Those of the form that most have. */
function mostOf(entries: readonly Entry[]): Entry[] {
  const forms = new Map<string, Entry[]>();
  for (const entry of entries) {
    const form = `${entry.date} ${entry.event}`;
    forms.set(form, [...(forms.get(form) ?? []), entry]);
  }
  return [...forms.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function toEntry($: Page, node: AnyNode, isDay: (text: string) => boolean): Entry[] {
  const texts = $(node)
    .children()
    .toArray()
    .map((child) => textOf($(child)));
  const date = texts.findIndex(isDay);
  const sizes = texts.map((text, at) => (at === date ? 0 : text.length));
  const event = sizes.indexOf(Math.max(...sizes));
  const isEntry = date >= 0 && texts.length <= 4 && (sizes[event] ?? 0) > 1;
  return isEntry ? [{ node, date, event, day: texts[date] ?? '' }] : [];
}

/** A selector for entries that may be in several lists, one for each month. */
function rowsOf($: Page, entries: readonly Entry[]): string | null {
  const nodes = entries.map(({ node }) => $(node));
  const own = sharedClass(nodes);
  if (own !== null) return own;
  const lists = [...new Set(nodes.map((node) => node.parent()[0]))].flatMap((node) =>
    node === undefined ? [] : [$(node)],
  );
  const [list] = lists;
  if (list === undefined) return null;
  const place = lists.length === 1 ? selectorOf($, list) : sharedClass(lists);
  return place === null ? null : `${place} > ${tagOf(nodes[0])}`;
}

function sharedClass(elements: readonly Elements[]): string | null {
  const names = (elements[0]?.attr('class') ?? '').split(/\s+/).filter((name) => NAME.test(name));
  const shared = names.find((name) => elements.every((element) => element.hasClass(name)));
  return shared === undefined ? null : `${tagOf(elements[0])}.${shared}`;
}

const tagOf = (element: Elements | undefined) => element?.prop('tagName')?.toLowerCase() ?? '';
