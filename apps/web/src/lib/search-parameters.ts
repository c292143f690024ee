import {
  ANSWER_FILTERS,
  type AnswerFilter,
  ASKABLE_CATEGORIES,
  type AskableCategory,
  PETITION_TABS,
  type PetitionTab,
  POST_FILTERS,
  POST_SORTS,
  type PostFilter,
  type PostSort,
} from '@naru/contract/choices';

/** Keeps query values as plain text: `?query=2025` stays `2025`, without JSON quoting. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

// The router needs these validators before any page loads. Schemas would add zod to the first load
// (33 kB, 10 kB compressed), so values are compared with lists of the contract; invalid values are
// dropped.

type Raw = Record<string, unknown>;

const MAX_PAGE = 100_000;
const TAB_MAX = 40;
const WORD_MAX = 100;

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function word(value: unknown): string | undefined {
  return text(value)?.slice(0, WORD_MAX);
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value);
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** One-based; absent on the first page. */
function pageOf(value: unknown): number | undefined {
  const page = idOf(value);
  return page !== undefined && page > 1 && page <= MAX_PAGE ? page : undefined;
}

/** `redirect`: the page requested before the login guard; validate it with `safeReturnPath`. */
export function loginSearch(raw: Raw): { redirect?: string } {
  return { redirect: text(raw.redirect) };
}

/** `register` (default) is the sign-up; any other value is the password reset. */
export function registerSearch(raw: Raw): { mode?: string } {
  return { mode: text(raw.mode) };
}

const YES = ['true'] as const;

function priceOf(value: unknown): number | undefined {
  return /^\d{1,9}$/.test(String(value)) ? Number(value) : undefined;
}

/** The state of a list of posts in its address; `page` counts from one. */
export type ListSearch = {
  page?: number;
  filter?: PostFilter;
  query?: string;
  sort?: PostSort;
  unanswered?: 'true';
  onSale?: 'true';
  recruiting?: 'true';
  minPrice?: number;
  maxPrice?: number;
  lecture?: number;
  head?: number;
  tab?: PetitionTab;
};

export function boardSearch(raw: Raw): ListSearch {
  return {
    page: pageOf(raw.page),
    filter: oneOf(POST_FILTERS, raw.filter),
    query: text(raw.query),
    sort: oneOf(POST_SORTS, raw.sort),
    unanswered: oneOf(YES, raw.unanswered),
    onSale: oneOf(YES, raw.onSale),
    recruiting: oneOf(YES, raw.recruiting),
    minPrice: priceOf(raw.minPrice),
    maxPrice: priceOf(raw.maxPrice),
    lecture: idOf(raw.lecture),
    head: idOf(raw.head),
    tab: oneOf(PETITION_TABS, raw.tab),
  };
}

/** `tab`: the states that the list of petitions shows. */
export function petitionSearch(raw: Raw): { tab?: PetitionTab; page?: number } {
  return { tab: oneOf(PETITION_TABS, raw.tab), page: pageOf(raw.page) };
}

/** Of the search over everything, which knows its places. */
export type FindSearch = {
  query?: string | undefined;
  filter?: string | undefined;
  place?: string | undefined;
  period?: string | undefined;
  page?: number | undefined;
};

/** The page itself drops what it does not know: most visits never open it. */
export function findSearch(raw: Raw): FindSearch {
  return { ...raw, page: pageOf(raw.page) };
}

/** `scheduled`: the id of a scheduled notice to edit. */
export function writeSearch(raw: Raw): { scheduled?: number } {
  return { scheduled: idOf(raw.scheduled) };
}

/** `room`: the open room of the chat page. */
export function chatSearch(raw: Raw): { room?: number } {
  return { room: idOf(raw.room) };
}

export type AdminSearch = {
  menu?: string | undefined;
  page?: number | undefined;
  id?: number | undefined;
  /** Of the panel, which knows its states and categories. */
  state?: string | undefined;
  category?: string | undefined;
  /** What is searched for. */
  query?: string | undefined;
  /** Of the search for members. */
  name?: string | undefined;
  nickname?: string | undefined;
  role?: string | undefined;
  /** Whose work is listed. */
  assigned?: string | undefined;
  /** Of the search for members: months without a visit, and the order. */
  unseen?: string | undefined;
  order?: string | undefined;
  /** Page of the second list of a panel. */
  comments?: number | undefined;
  /** Of the audit log, which knows its actions and targets. */
  action?: string | undefined;
  target?: string | undefined;
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** What the panel begins with, once (`useStart`). */
  start?: string | undefined;
};

/** `menu`: the admin panel; absent for the first. The rest belongs to the panel. */
export function adminSearch(raw: Raw): AdminSearch {
  return {
    menu: text(raw.menu),
    page: pageOf(raw.page),
    id: idOf(raw.id),
    state: word(raw.state),
    category: word(raw.category),
    query: word(raw.query),
    name: word(raw.name),
    nickname: word(raw.nickname),
    role: word(raw.role),
    assigned: word(raw.assigned),
    unseen: word(raw.unseen),
    order: word(raw.order),
    comments: pageOf(raw.comments),
    action: word(raw.action),
    target: word(raw.target),
    actor: word(raw.actor),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
    start: word(raw.start),
  };
}

function dayOf(value: unknown): string | undefined {
  const day = text(value);
  return day !== undefined && /^2\d{3}-\d\d-\d\d$/.test(day) ? day : undefined;
}

/** `term`: `2026-2`; absent for the current one. */
type StudySearch = {
  term?: string | undefined;
  plan?: number | undefined;
  /** Of the catalogue. */
  query?: string | undefined;
  grade?: number | undefined;
  free?: 'true' | undefined;
};

export function studySearch(raw: Raw): StudySearch {
  const term = text(raw.term);
  return {
    term: term !== undefined && /^20\d\d-[12]$/.test(term) ? term : undefined,
    plan: idOf(raw.plan),
    query: word(raw.query),
    grade: idOf(raw.grade),
    free: oneOf(YES, raw.free),
  };
}

/** `month`: `2026-12`; absent for the current one. The page itself drops what it does not know. */
export function calendarSearch(raw: Raw): { month?: string | undefined } {
  return { month: text(raw.month) };
}

export function pageSearch(raw: Raw): { page?: number | undefined } {
  return { page: pageOf(raw.page) };
}

const ACTIVITIES = ['comments', 'posts', 'sales', 'liked', 'scraps'] as const;

/** The page of each list of the own activity. */
export function activitySearch(raw: Raw): { [list in (typeof ACTIVITIES)[number]]?: number } {
  return Object.fromEntries(ACTIVITIES.map((list) => [list, pageOf(raw[list])]));
}

type AnswerState = Exclude<AnswerFilter, 'all'>;
const ANSWER_STATES = ANSWER_FILTERS.filter((filter): filter is AnswerState => filter !== 'all');

export type LectureSearch = {
  /** The tab: `questions`, `reviews`, `materials`, `notices`; absent on the first. */
  tab?: string | undefined;
  page?: number | undefined;
  filter?: AnswerState | undefined;
  /** Page of the posts of the review board that name the lecture. */
  tagged?: number | undefined;
};

/** Keeps an unknown tab: the page shows an error for it. */
export function lectureSearch(raw: Raw): LectureSearch {
  return {
    tab: text(raw.tab)?.slice(0, TAB_MAX),
    page: pageOf(raw.page),
    filter: oneOf(ANSWER_STATES, raw.filter),
    tagged: pageOf(raw.tagged),
  };
}

export type SupportSearch = {
  category?: AskableCategory;
  /** Id of the closed inquiry that the new one follows up. */
  previous?: number;
  /** Of the own inquiries. */
  page?: number;
};

export function supportSearch(raw: Raw): SupportSearch {
  return {
    category: oneOf(ASKABLE_CATEGORIES, raw.category),
    previous: idOf(raw.previous),
    page: pageOf(raw.page),
  };
}
