import { PAGE_LIMITS } from '@naru/contract/page-limits';
import { canAnswerQuestions } from '@naru/contract/roles';
import { replaceEqualDeep, type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useMe } from '../../entities/member/me.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { bannersQuery } from '../../features/banners/banners.queries.ts';
import { mealDayQuery } from '../../features/cafeteria/meal-day.ts';
import { waitingQuery } from '../../features/lecture-posts/lecture-posts.queries.ts';
import { weekTimeOf } from '../../features/lectures/hub/next-lecture.ts';
import { marksQuery, termsQuery } from '../../features/lectures/lectures.queries.ts';
import { postSummaryQuery } from '../../features/posts/posts.queries.ts';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { rowsOf } from './first-visit-rows.ts';
import { SUMMARY_TYPES } from './home-boards.ts';
import { type HomeFacts, type HomePlan, planHome } from './home-plan.ts';

/** What all boxes of posts show. */
export const summariesQuery = postSummaryQuery(SUMMARY_TYPES, PAGE_LIMITS.carouselSize);

/** The state of a query, the same object until it changes. A response renders in slices. */
function useBox<T>({ data, error, refetch }: UseQueryResult<T>) {
  const box = useMemo(() => ({ data, error, retry: () => void refetch() }), [data, error, refetch]);
  return useDeferredValue(box);
}

/** The time of the visit: of the first look, and of each return to the page. Lines stay for a visit. */
function useVisit(): number {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const [visit, setVisit] = useState(now);
  if (koreanDay(now) !== koreanDay(visit)) setVisit(now);
  useEffect(() => {
    const renew = () => document.visibilityState === 'visible' && setVisit(clockNow());
    document.addEventListener('visibilitychange', renew);
    return () => document.removeEventListener('visibilitychange', renew);
  }, []);
  return visit;
}

/** Whether a first load has ended, or would be tried again. */
const isSettled = ({ isPending, failureCount }: UseQueryResult) => !isPending || failureCount > 0;

/** The calls behind home. */
function useCalls(day: string) {
  const me = useMe();
  const isStaff = canAnswerQuestions(me.data?.roles ?? []);
  const config = useSiteConfig();
  const banners = useQuery(bannersQuery);
  const summaries = useQuery(summariesQuery);
  const meals = useQuery(mealDayQuery(day));
  const terms = useQuery(termsQuery);
  const term = terms.data?.current;
  const hasTerm = term !== undefined;
  const marks = useQuery({ ...marksQuery(term ?? { year: 0, semester: 1 }), enabled: hasTerm });
  const waiting = useQuery({ ...waitingQuery(0), enabled: isStaff });
  const { isNew, roles } = me.data ?? {};
  // Stays when a row is done, which changes what the device could still do.
  const isFirst = useMemo(() => isNew === true && rowsOf(roles ?? []).length > 0, [isNew, roles]);
  return { me, isStaff, isFirst, config, banners, summaries, meals, terms, marks, waiting };
}

type Calls = ReturnType<typeof useCalls>;

/** What a line or a banner of home comes from; boards, links and favourites report failures themselves. */
const partsOf = ({ me, banners, meals, terms, marks, waiting }: Calls) =>
  [me, banners, meals, terms, marks, waiting] as const;

function isKnown(calls: Calls): boolean {
  const { me, config, banners, summaries, meals, terms, marks, waiting, isStaff } = calls;
  const first = [me, config, banners, summaries, meals, terms];
  const second = [...(terms.data ? [marks] : []), ...(isStaff ? [waiting] : [])];
  return [...first, ...second].every(isSettled);
}

function factsOf(calls: Calls): Omit<HomeFacts, 'time' | 'isPhone'> {
  const { data: me } = calls.me;
  const { data: banners } = calls.banners;
  const { data: terms } = calls.terms;
  const { data: boards } = calls.summaries;
  const { config } = calls;
  return {
    isStaff: calls.isStaff,
    isFirst: calls.isFirst,
    term: terms?.current,
    dates: terms?.nextDates ?? [],
    lectures: calls.marks.data,
    meals: calls.meals.data,
    waiting: calls.waiting.data?.totalCount,
    mustReads: me?.mustReadCount ?? 0,
    booking: me?.nextBooking,
    owed: me?.owedAnswers,
    favorites: me?.favoriteBoards ?? [],
    filled: boards && new Set(SUMMARY_TYPES.filter((type) => boards[type]?.length)),
    links: config.data?.quickLinks.length ?? Number(config.error !== null),
    events: banners?.normalBanners.length ?? 0,
    videos: banners?.mediaBanners.length ?? 0,
    hasFailed: partsOf(calls).some(({ error, data }) => error !== null && data === undefined),
  };
}

export type Home = ReturnType<typeof useHome>;

/** What home shows, once all that decides about the upper part of the page is known; undefined until then. */
export function useHome() {
  const visit = useVisit();
  const isPhone = useMedia(PHONE);
  const day = koreanDay(visit);
  const calls = useCalls(day);
  // A call that failed is made again by what mounts next, which must not bring the skeleton back.
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || isKnown(calls);
  if (isShown && !isOpen) setOpen(true);
  const time = { ...weekTimeOf(visit), day };
  // The same object until something in it changes.
  const plan = useRef<HomePlan>(undefined);
  plan.current = isShown
    ? replaceEqualDeep(plan.current, planHome({ ...factsOf(calls), time, isPhone }))
    : undefined;
  return {
    plan: plan.current,
    retry: () => {
      for (const part of partsOf(calls)) if (part.error !== null) void part.refetch();
    },
    summaries: useBox(calls.summaries),
    banners: useBox(calls.banners),
  };
}
