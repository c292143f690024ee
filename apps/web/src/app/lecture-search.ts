import { boardSearch } from './search.ts';

type Raw = Record<string, unknown>;

/** Which questions of a room are shown. */
const ANSWER_STATES = ['waiting', 'answered'] as const;
const TAB_MAX = 40;

export type LectureSearch = {
  /** The tab: `questions`, `reviews`, `materials`, `notices`; absent on the first. */
  tab?: string | undefined;
  /** One-based, as people count; absent on the first page. */
  page?: number | undefined;
  filter?: (typeof ANSWER_STATES)[number] | undefined;
};

/** Any word is kept as the tab: the page says what is wrong with one it does not know. */
export function lectureSearch(raw: Raw): LectureSearch {
  const { tab, filter } = raw;
  return {
    tab: typeof tab === 'string' && tab !== '' ? tab.slice(0, TAB_MAX) : undefined,
    page: boardSearch(raw).page,
    filter: ANSWER_STATES.find((state) => state === filter),
  };
}

/** Lists that know nothing but their page. */
export function pageSearch(raw: Raw): { page?: number | undefined } {
  return { page: boardSearch(raw).page };
}
