import type { BoardType } from '@naru/contract/boards';
import type { CurrentTerm, MarkedLecture } from '@naru/contract/lectures';
import type { Me } from '@naru/contract/members';
import { startOf } from '@naru/contract/timetable';
import { dueText, soonDates } from '../../entities/academic-calendar/d-day.ts';
import { type MealDay, type NextMeal, nextMeal } from '../../features/cafeteria/next-meal.ts';
import {
  findNextLecture,
  holidayOn,
  type NextLecture,
  vacationText,
  type WeekTime,
} from '../../features/lectures/hub/next-lecture.ts';
import { NOTICE_TABS } from './home-boards.ts';

/** What home knows when it opens; undefined: could not be loaded. */
export type HomeFacts = {
  /** Korean time of the visit. */
  time: WeekTime & { day: string };
  isPhone: boolean;
  /** Answers questions of lecture rooms. */
  isStaff: boolean;
  /** Until the first visit is over, as long as it has something to ask for. */
  isFirst: boolean;
  term: CurrentTerm | undefined;
  /** The next academic dates. */
  dates: Parameters<typeof soonDates>[0];
  lectures: readonly MarkedLecture[] | undefined;
  meals: MealDay | undefined;
  /** Questions that wait for staff. */
  waiting: number | undefined;
  mustReads: number;
  /** The next booking of the day. */
  booking: Me['nextBooking'];
  /** Answers that the viewer's body owes. */
  owed: Me['owedAnswers'];
  favorites: readonly BoardType[];
  /** Boards that have posts, with the computed ones; undefined: not known. */
  filled: ReadonlySet<BoardType> | undefined;
  links: number;
  events: number;
  videos: number;
  /** A call failed, of whatever part. */
  hasFailed: boolean;
};

export type HomeLine =
  | { kind: 'lecture'; next: NextLecture<MarkedLecture> }
  | { kind: 'meal'; meal: NextMeal }
  | { kind: 'booking'; name: string; time: string }
  | { kind: 'owed'; count: number; due: string }
  | { kind: 'waiting'; count: number }
  | { kind: 'unread'; count: number; lectureId: number }
  | { kind: 'dates'; text: string }
  | { kind: 'failed' };

export type HomeSection =
  | 'first-visit'
  | 'must-reads'
  | 'today'
  | 'links'
  | 'notices'
  | 'events'
  | 'favorites'
  | 'community'
  | 'market'
  | 'meals'
  | 'popular'
  | 'videos';

/** Rows of favourites on a phone; the menu has all of them. */
const FAVORITES_MAX = 4;

/** What is shown, from top to bottom; `side` is a column beside `main`. */
export type HomePlan = {
  lines: HomeLine[];
  favorites: readonly BoardType[];
  /** There are popular posts. */
  isRanked: boolean;
  top: HomeSection[];
  main: HomeSection[];
  side: HomeSection[];
};

/**
 * The order of home. What comes next in the day comes first, then what is new, then everything else;
 * what has nothing to show is left out.
 */
export function planHome(facts: HomeFacts): HomePlan {
  const lines = linesOf(facts);
  const favorites = facts.isPhone
    ? facts.favorites.filter(isUnseen).slice(0, FAVORITES_MAX)
    : facts.favorites;
  const isRanked = facts.filled?.has('POPULAR') === true;
  const shared = { lines, favorites, isRanked };
  const has: Partial<Record<HomeSection, boolean>> = {
    'first-visit': facts.isFirst,
    'must-reads': facts.mustReads > 0,
    today: lines.length > 0,
    links: facts.links > 0,
    events: facts.events > 0,
    favorites: favorites.length > 0 && facts.filled !== undefined,
    community: facts.filled !== undefined,
    market: facts.filled?.has('MARKET') === true,
    popular: isRanked,
    videos: facts.videos > 0,
  };
  const shown = (...all: HomeSection[]) => all.filter((section) => has[section] !== false);
  const first = shown('first-visit', 'must-reads', 'today');
  if (facts.isPhone) {
    const main = shown('notices', 'favorites', 'events', 'community', 'market', 'videos');
    return { ...shared, top: [...first, ...shown('links')], main, side: [] };
  }
  return {
    ...shared,
    top: [...first, ...shown('favorites', 'links')],
    main: shown('notices', 'community', 'events', 'market'),
    side: shown('popular', 'meals', 'videos'),
  };
}

/** The board whose notices are on the screen anyway needs no row. */
const isUnseen = (board: BoardType) => board !== NOTICE_TABS[0].type;

/** What the day has yet, by the time at which it begins. */
function comingOf({ time, isStaff, term, lectures = [], meals, booking }: HomeFacts): HomeLine[] {
  const next = term && isTeachingDay(time.day, term) ? findNextLecture(lectures, time) : null;
  const meal = meals ? nextMeal(meals, { minutes: time.minutes, isStaff }) : null;
  const coming: [at: number, line: HomeLine][] = [];
  if (next)
    coming.push([next.startsIn === null ? 0 : startOf(next.slot), { kind: 'lecture', next }]);
  if (meal) coming.push([meal.at, { kind: 'meal', meal }]);
  if (booking) {
    const at = booking.startsAt.slice(11, 16);
    coming.push([minuteOf(at), { kind: 'booking', name: booking.name, time: at }]);
  }
  return coming.sort(([a], [b]) => a - b).map(([, line]) => line);
}

/** The lines of 오늘: lecture, meal and booking by the time at which they begin, then counts and deadlines. */
function linesOf(facts: HomeFacts): HomeLine[] {
  const { time, isStaff, lectures = [], waiting = 0 } = facts;
  const lines = comingOf(facts);
  if (facts.owed) {
    const { count, owedOn } = facts.owed;
    lines.push({ kind: 'owed', count, due: dueText(owedOn, time.day) });
  }
  const unread = lectures.filter(({ unreadCount }) => unreadCount > 0);
  const [first] = unread;
  if (waiting > 0) lines.push({ kind: 'waiting', count: waiting });
  else if (first && !isStaff) {
    const count = unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
    lines.push({ kind: 'unread', count, lectureId: first.id });
  }
  const text = soonDates(facts.dates, time.day);
  if (text !== null) lines.push({ kind: 'dates', text });
  if (facts.hasFailed) lines.push({ kind: 'failed' });
  return lines;
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isTeachingDay(day: string, term: CurrentTerm): boolean {
  return vacationText(day, term) === null && holidayOn(day, term) === undefined;
}
