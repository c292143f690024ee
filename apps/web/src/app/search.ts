/** Query strings as plain text: `?query=2025` stays `2025`, no quotes, no JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

type Raw = Record<string, unknown>;

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export type BoardSearch = {
  /** One-based, as people count; absent on the first page. */
  page?: number;
  filter?: 'title' | 'writer' | 'content' | 'all';
  query?: string;
};

const FILTERS = ['title', 'writer', 'content', 'all'] as const;
const MAX_PAGE = 100_000;

export function boardSearch(raw: Raw): BoardSearch {
  const page = Number(raw.page);
  return {
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined,
    filter: FILTERS.find((filter) => filter === raw.filter),
    query: text(raw.query),
  };
}

/** `redirect`: the page wanted before the guard; check it with `safeReturnPath`. */
export function loginSearch(raw: Raw): { redirect?: string } {
  return { redirect: text(raw.redirect) };
}

/** `register` (default) is the sign-up; any other value is the reset (spec 2). */
export function registerSearch(raw: Raw): { mode?: string } {
  return { mode: text(raw.mode) };
}

/** `room`: the open room of the mail page. */
export function mailSearch(raw: Raw): { room?: number } {
  const room = Number(raw.room);
  return { room: Number.isSafeInteger(room) && room > 0 ? room : undefined };
}

/** `menu`: the panel of the console; absent for the first. `page` and `id` are the panel's own. */
export function adminSearch(raw: Raw): { menu?: string; page?: number; id?: number } {
  const { page } = boardSearch(raw);
  const id = Number(raw.id);
  return {
    menu: text(raw.menu),
    page,
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
  };
}

/** `term`: the term of the timetable, `2026-2`; absent for the current one. */
export function studySearch(raw: Raw): { term?: string } {
  const term = text(raw.term);
  return { term: term !== undefined && /^20\d\d-[12]$/.test(term) ? term : undefined };
}

const CATEGORIES = ['ROLE_REQUEST', 'ACCOUNT_ISSUE', 'GENERAL', 'REPORT'] as const;

export type SupportSearch = {
  category?: (typeof CATEGORIES)[number];
  /** What a report is about: `post-7`, `comment-7` or `member-7`. */
  target?: string;
  /** Id of the finished inquiry that the new one goes on from. */
  previous?: number;
};

export function supportSearch(raw: Raw): SupportSearch {
  const target = text(raw.target);
  const previous = Number(raw.previous);
  return {
    category: CATEGORIES.find((category) => category === raw.category),
    target: target && /^(post|comment|member)-[1-9]\d{0,15}$/.test(target) ? target : undefined,
    previous: Number.isSafeInteger(previous) && previous > 0 ? previous : undefined,
  };
}
