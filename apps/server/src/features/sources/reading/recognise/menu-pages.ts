import type { PageText, SourceOf } from '../content.ts';
import { USUAL_MEALS } from '../menu-meals.ts';
import { DAYS_UNKNOWN, readMenuTable } from '../menu-table.ts';
import { type Elements, type Page, textOf } from '../pages.ts';
import { findDays } from '../read-dates.ts';
import { SourceError } from '../source-error.ts';
import { selectorOf } from './structure.ts';

type MenuSource = SourceOf<'menu-table'>;
/** What a configuration says of a menu. */
type Shape = Pick<MenuSource, 'cafeteria' | 'meals' | 'week' | 'restaurant'> & { table?: string };
type Menus = ReturnType<typeof readMenuTable>;

export interface MenuFacts {
  found: { type: 'menu-table'; [field: string]: unknown };
  notes: string[];
  /** Each restaurant of several, and how it is read. */
  choices?: { name: string; found: MenuFacts['found'] }[];
}

const TABLES_MAX = 20;
const MEAL_WORDS = new RegExp(Object.values(USUAL_MEALS).flatMap(Object.keys).join('|'), 'i');
const OF_MENUS = /식단|식당|메뉴|학식|menu|cafeteria/i;
const OF_DAY = /조식|중식|석식|점심|저녁/;
/** Meals of the day in the cafeteria of students. */
const STUDENT_DAY = { 조식: 'SET_MENU', 중식: 'SET_MENU', 석식: 'SET_MENU' } as const;
const RESTAURANT = /식당|회관|생활관|기숙사|학사|푸드코트|카페테리아|cafeteria|restaurant/i;
const NAME_MAX = 20;
/** Each name is a reading of its own. */
const NAMES_MAX = 6;
const NAMED = 'h1, h2, h3, h4, h5, h6, caption, th, td, dt, strong, b, legend';

/** Whether a page that has a list of articles says that it is one of menus. */
export function isMenuPage($: Page): boolean {
  return OF_MENUS.test(wordsOf($));
}

/**
 * The menus of a page, in tables, cards or lists, as far as they can be read; null without any. Of several
 * restaurants the first one is read, and each is a choice.
 */
export function findMenu($: Page, page: PageText, now: Date): MenuFacts | null {
  if (!MEAL_WORDS.test($('body').text())) return null;
  const words = wordsOf($);
  const read = (shape: Shape) => readAs(shape, page, now);
  const weeks = [undefined, weekPlace($) ?? undefined].filter((week, at) => at === 0 || week);
  const shapes = weeks.flatMap((week) =>
    shapesOf(words).map((shape) => ({ ...shape, ...(week !== undefined && { week }) })),
  );
  const best = shapes.find((shape) => typeof read(shape) === 'object');
  if (best === undefined) return withoutDays(shapes, read, words);
  const restaurants = restaurantsOf($, best, read);
  const [first] = restaurants;
  if (first !== undefined) {
    const choices = restaurants.map(({ name, shape }) => ({ name, found: toFound(shape) }));
    return { found: toFound(first.shape), notes: [severalOf(restaurants)], choices };
  }
  const table = onlyTable($, best, read);
  return { found: toFound({ ...best, ...(table !== null && { table }) }), notes: [] };
}

const toFound = (shape: Shape) => ({ type: 'menu-table' as const, ...shape });

function wordsOf($: Page): string {
  return textOf($('title, h1, h2, h3, h4, caption'));
}

/** By whose cafeteria it is; the meals of the day are usually those of the staff's. */
function shapesOf(words: string): Shape[] {
  const staff: Shape = { cafeteria: 'staff' };
  const student: Shape[] = [
    { cafeteria: 'student' },
    { cafeteria: 'student', meals: { ...STUDENT_DAY } },
  ];
  const [isStaff, isStudent] = [/교직원/.test(words), /학생/.test(words)];
  if (isStaff && !isStudent) return [staff];
  return isStudent && !isStaff ? [...student, staff] : [staff, ...student];
}

/** What is read so, or why it is not. */
function readAs(shape: Shape, page: PageText, now: Date): Menus | string {
  const config: MenuSource = {
    ...{ type: 'menu-table', name: 'menu', title: 'menu', url: page.url, hosts: [] },
    ...{ intervalMinutes: 60, charset: 'auto', table: 'table', days: 'columns' },
    ...shape,
  };
  try {
    return readMenuTable(page, config, now);
  } catch (error) {
    if (error instanceof SourceError) return error.message;
    throw error;
  }
}

/** A menu whose days are unknown is one all the same, and its preview says what is missing. */
function withoutDays(
  shapes: readonly Shape[],
  read: (shape: Shape) => Menus | string,
  words: string,
): MenuFacts | null {
  const [first] = shapes;
  if (first === undefined || !OF_MENUS.test(words)) return null;
  const why = read(first);
  return typeof why === 'string' && DAYS_UNKNOWN.has(why)
    ? { found: toFound(first), notes: [] }
    : null;
}

interface Restaurant {
  name: string;
  shape: Shape;
  /** What it serves, to compare. */
  days: string;
}

/** Those of the page that serve different dishes; none where there is one alone. */
function restaurantsOf($: Page, best: Shape, read: (shape: Shape) => Menus | string): Restaurant[] {
  const found = restaurantNames($).flatMap((name): Restaurant[] => {
    const shapes = shapesOf(name).map((shape) => ({
      ...shape,
      restaurant: name,
      ...(best.week !== undefined && { week: best.week }),
    }));
    for (const shape of shapes) {
      const menus = read(shape);
      if (typeof menus === 'string' || menus.content.days.length === 0) continue;
      const days = menus.content.days.map(({ date, state, dishes }) => [date, state, dishes]);
      return [{ name, shape, days: JSON.stringify(days) }];
    }
    return [];
  });
  const different = found.filter(
    ({ days }, at) => found.findIndex((other) => other.days === days) === at,
  );
  return different.length > 1 ? different : [];
}

function restaurantNames($: Page): string[] {
  const texts = $(NAMED)
    .toArray()
    .map((node) => textOf($(node)))
    .filter((text) => text.length <= NAME_MAX && RESTAURANT.test(text) && !OF_DAY.test(text));
  return [...new Set(texts)].slice(0, NAMES_MAX);
}

function severalOf(restaurants: readonly Restaurant[]): string {
  const names = restaurants.map(({ name }) => name).join(', ');
  return `식당이 여럿 있습니다(${names}). 읽을 식당을 골라 주세요.`;
}

/** The table that has all, where no other one has menus. */
function onlyTable($: Page, best: Shape, read: (shape: Shape) => Menus | string): string | null {
  const tables = $('table')
    .toArray()
    .slice(0, TABLES_MAX)
    .map((node) => $(node))
    .filter((table) => MEAL_WORDS.test(table.text()))
    .flatMap((table) => selectorOf($, table) ?? []);
  const able = tables.filter((table) => typeof read({ ...best, table }) === 'object');
  return able.length === 1 ? (able[0] ?? null) : null;
}

/** Where the dates of the week stand. */
function weekPlace($: Page): string | null {
  const places = $('caption, h1, h2, h3, h4, h5, p, strong, span, div')
    .toArray()
    .map((node): Elements => $(node))
    .filter((element) => {
      const text = textOf(element);
      return text.length < 80 && /[~∼～–-]/.test(text) && findDays(text).length >= 2;
    });
  return (
    places.map((element) => selectorOf($, element)).find((selector) => selector !== null) ?? null
  );
}
