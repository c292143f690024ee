import type { AnyNode } from 'domhandler';
import { readMenuDay, readWeek, restOfHeading } from './menu-days.ts';
import { type MenuColumn, type MenuContext, names, type TableRead } from './menu-grid.ts';
import { headingOf, switchOf } from './menu-meals.ts';
import { type Elements, linesOf, type Page, textOf } from './pages.ts';

/** Elements that head what follows, so that 라면 in one is a corner and no dish. */
const HEADINGS = 'h1, h2, h3, h4, h5, h6, dt, th, caption, summary, legend, strong, b';
const TITLES = 'h1, h2, h3, h4, h5, h6, dt, caption, summary, legend';
const MARK = '\u0001';
const DAY_MAX = 40;
const ELEMENTS_MAX = 5_000;
/** A line with its meal in front: `중식: 쌀밥, 국`. */
const LABELLED = /^([^:：\]】]{1,20}[:：]|[[【(<][^\]】)>]{1,20}[\]】)>])\s*(\S.*)$/;

/**
 * Reads cards, lists and definition lists: a line with a day begins it, one with a meal begins its dishes.
 * `regions`: what has all of it; the day may stand in front.
 */
export function readMenuBlocks(
  $: Page,
  regions: readonly AnyNode[],
  context: MenuContext,
): TableRead {
  const columns = new Map<string, MenuColumn>();
  let hasOnlyWeekdays = false;
  for (const region of regions) {
    const before = textsBefore($, $(region));
    const week = context.week ?? readWeek(before.join(' '), context.now, { isRange: true });
    const reader = createReader({ ...context, week }, columns);
    const first = before.find((text) => reader.dayOf(text) !== null);
    if (first !== undefined) reader.read(first, true);
    markHeadings($, $(region), context);
    for (const line of linesOf($(region))) {
      const isTitle = line.startsWith(MARK);
      reader.read(isTitle ? line.slice(1).trim() : line, isTitle);
    }
    hasOnlyWeekdays ||= reader.hasOnlyWeekdays();
  }
  return {
    columns: [...columns.values()].filter(({ cells }) => cells.length > 0),
    hasOnlyWeekdays,
  };
}

function createReader(context: MenuContext, columns: Map<string, MenuColumn>) {
  const { config, meals, week, now, faults } = context;
  const { cafeteria, restaurant } = config;
  let column: MenuColumn | null = null;
  let lines: string[] | null = null;
  let isOpen = restaurant === undefined;
  let weekdays = 0;

  function dayOf(text: string): string | null {
    if (text.length > DAY_MAX) return null;
    const read = readMenuDay(text, { week, now });
    if (read === null) return null;
    if ('date' in read) return read.date;
    if (read.problem === 'no-week') weekdays += 1;
    else if (!faults.some(({ place }) => place === text)) {
      faults.push({ place: text, message: '날짜와 요일이 맞지 않아 뺐습니다.' });
    }
    return null;
  }

  function beginMeal(category: string): void {
    lines = column === null || !isOpen ? null : [];
    if (lines !== null) column?.cells.push({ category, lines });
  }

  function beginDay(date: string, text: string): void {
    column = columns.get(date) ?? { date, note: restOfHeading(text), cells: [] };
    columns.set(date, column);
    lines = null;
  }

  function read(text: string, isTitle: boolean): void {
    const date = dayOf(text);
    if (date === null) readPart(text, isTitle);
    else beginDay(date, text);
  }

  function readPart(text: string, isTitle: boolean): void {
    const category = isTitle ? headingOf(text, meals) : switchOf(text, { meals, cafeteria });
    const [, label = '', dishes = ''] = LABELLED.exec(text) ?? [];
    const labelled = headingOf(label, meals);
    if (category !== null) beginMeal(category);
    else if (labelled !== null) {
      beginMeal(labelled);
      lines?.push(dishes);
    } else if (isTitle) beginSection(text);
    else lines?.push(text);
  }

  /** A heading of something else, perhaps of a restaurant; dishes do not go on below it. */
  function beginSection(text: string): void {
    if (restaurant !== undefined) isOpen = names(text, restaurant);
    lines = null;
  }

  return { dayOf, read, hasOnlyWeekdays: () => weekdays > 1 };
}

/** Gives headings lines of their own that begin with a mark. Words in bold are headings of meals alone. */
function markHeadings($: Page, region: Elements, { meals }: MenuContext): void {
  for (const node of region.find(HEADINGS).toArray().slice(0, ELEMENTS_MAX)) {
    const heading = $(node);
    const text = textOf(heading);
    if (text === '' || (!heading.is(TITLES) && headingOf(text, meals) === null)) continue;
    heading.replaceWith($('<div></div>').text(`${MARK}${text}`));
  }
}

const LEVELS = 4;
const BEFORE_MAX = 4;
const TEXT_MAX = 120;

/** The texts of a few elements in front of an element, the nearest first, as far as the table before it. */
export function textsBefore($: Page, element: Elements): string[] {
  const before: AnyNode[] = [];
  let inner = element;
  for (let level = 0; level < LEVELS && !inner.is('body'); level += 1) {
    before.push(...inner.prevAll().toArray().slice(0, BEFORE_MAX));
    inner = inner.parent();
  }
  const isTable = (node: AnyNode) => $(node).is('table') || $(node).find('table').length > 0;
  const end = before.findIndex(isTable);
  return before
    .slice(0, end < 0 ? before.length : end)
    .filter((node) => !$(node).is('script, style, select'))
    .map((node) => textOf($(node)))
    .filter((text) => text !== '' && text.length <= TEXT_MAX);
}

/** The smallest element around all meals of a page, where none is configured. */
export function findRegion($: Page, { meals }: MenuContext): AnyNode[] {
  const found = $('body *')
    .toArray()
    .slice(0, ELEMENTS_MAX)
    .filter((node) => {
      const element = $(node);
      const isSmall =
        element.children().length <= 3 && !element.is('script, style, a, option, button');
      return isSmall && headingOf(textOf(element), meals) !== null;
    });
  const [first] = found;
  if (first === undefined) return [];
  let region = $(first).parent();
  while (region.length > 0 && !found.every((node) => region.is($(node).parents()))) {
    region = region.parent();
  }
  const node = region.get(0);
  return node === undefined ? [] : [node];
}
