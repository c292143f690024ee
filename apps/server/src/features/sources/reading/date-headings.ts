import type { AnyNode } from 'domhandler';
import type { DayContext, PageYear } from './date-ranges.ts';
import { type Elements, type Page, textOf } from './pages.ts';
import { toLine } from './read-dates.ts';

const YEAR = /(20\d{2}) ?(학년도)?/;
/** `3월`, `2026년 3월`, `2026. 03.`, `2026학년도 1학기`, also in front of 학사일정. */
const HEADING =
  /^[[(<【]?(?:(20\d{2}) ?(학년도|년도?|[.\-/](?= ?\d))? ?)?(?:제? ?\d ?학기 ?)?(?:(\d{1,2}) ?(?:(월)|\.?(?=$|[)\]>】])))? ?[\])>】]?(?: ?학사| ?주요)?(?: ?일정| ?달력| ?력)?(?: ?표| ?안내)?$/;
const TEXT_MAX = 30;
/** Elements inside a heading, such as a word in bold. */
const CHILDREN_MAX = 3;

interface Heading {
  year: PageYear | null;
  month: number | null;
}

/** What a text says as a heading of years and months; null for other text. */
export function readHeading(text: string): Heading | null {
  const line = toLine(text);
  const [whole, year, academic, digits, unit] =
    line.length > TEXT_MAX ? [] : (HEADING.exec(line) ?? []);
  if (whole === undefined || (year === undefined && unit === undefined)) return null;
  const month = digits === undefined ? null : Number(digits);
  if (month !== null && (month < 1 || month > 12)) return null;
  const isAcademic = academic === '학년도';
  return { year: year === undefined ? null : { year: Number(year), isAcademic }, month };
}

function readYear(text: string): PageYear | null {
  const [, year, academic] = YEAR.exec(toLine(text)) ?? [];
  return year === undefined ? null : { year: Number(year), isAcademic: academic !== undefined };
}

interface Placed extends Heading {
  at: number;
}

/**
 * What the headings in front of each row, or inside it, say of its days. Different months in a row without a
 * row between them are links to other pages. `selector`: the headings with years.
 */
export function contextsOf(
  $: Page,
  rows: readonly AnyNode[],
  selector: string | undefined,
): DayContext[] {
  const nodes = $('*').toArray();
  const places = new Map<AnyNode, number>(nodes.map((node, at) => [node, at]));
  const years = selector === undefined ? null : placedYears($, selector, places);
  const headings = nodes.flatMap((node, at) => {
    const heading = ownHeading($, $(node));
    return heading === null ? [] : [{ ...heading, at }];
  });
  let context: DayContext = { year: null, month: null };
  let from = -1;
  return rows.map((row) => {
    const to = (places.get(row) ?? 0) + $(row).find('*').length;
    const between = headings.filter(({ at }) => at > from && at <= to);
    context = below(between, context);
    from = to;
    if (years === null) return context;
    const named = years.findLast(({ at }) => at <= to) ?? years[0];
    const own = context.month === null ? null : (between.at(-1)?.year ?? null);
    return { month: context.month, year: own ?? named?.year ?? null };
  });
}

function placedYears($: Page, selector: string, places: ReadonlyMap<AnyNode, number>) {
  return $(selector)
    .toArray()
    .flatMap((node) => {
      const year = readYear(textOf($(node)));
      return year === null ? [] : [{ year, at: places.get(node) ?? 0 }];
    });
}

/** The context below headings that follow one another. */
function below(headings: readonly Placed[], { year, month }: DayContext): DayContext {
  const last = headings.at(-1);
  if (last === undefined) return { year, month };
  const months = distinct(headings.map((one) => one.month));
  const years = distinct(headings.map((one) => one.year?.year ?? null));
  const isList = months.length > 1 || (years.length > 1 && last.month === null);
  if (isList) return { year: years.length > 1 ? null : yearOf(headings, year), month: null };
  return { year: yearOf(headings, year), month: months[0] ?? (years.length > 0 ? null : month) };
}

function yearOf(headings: readonly Placed[], before: PageYear | null): PageYear | null {
  return headings.findLast((one) => one.year !== null)?.year ?? before;
}

function distinct(values: readonly (number | null)[]): number[] {
  return [...new Set(values.filter((value) => value !== null))];
}

/** Of an element with little inside; links, buttons and choices are no headings. */
function ownHeading($: Page, element: Elements): Heading | null {
  if (element.is('a, button, option, script, style, html, head, title')) return null;
  if (element.parent().is('a, button, option')) return null;
  const children = element.children().toArray();
  if (children.length > CHILDREN_MAX) return null;
  const isShallow = children.every((child) => $(child).children().length === 0);
  return isShallow && !children.some((child) => $(child).is('a'))
    ? readHeading(textOf(element))
    : null;
}
