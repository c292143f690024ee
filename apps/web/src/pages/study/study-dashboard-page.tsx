import type { CurrentTerm, KnownTerm, Lecture, MarkedLecture } from '@naru/contract/lectures';
import { canAnswerQuestions } from '@naru/contract/roles';
import type { Term } from '@naru/contract/timetable';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useHasRole, useMe } from '../../entities/member/me.ts';
import { WaitingLink } from '../../features/lecture-posts/waiting-link.tsx';
import { isOnItsWay, useHasArrived } from '../../features/lectures/arriving.ts';
import { EntryCodeHost } from '../../features/lectures/entry-code-host.tsx';
import { holidayOn, type WeekTime, weekTimeOf } from '../../features/lectures/hub/next-lecture.ts';
import { NextStrip } from '../../features/lectures/hub/next-strip.tsx';
import { MyRooms, OwnRooms } from '../../features/lectures/hub/room-lists.tsx';
import { TermPanel } from '../../features/lectures/hub/term-panel.tsx';
import {
  entriesQuery,
  marksQuery,
  ownRoomsQuery,
} from '../../features/lectures/lectures.queries.ts';
import { usePlanLectures } from '../../features/lectures/plans/use-plan-lectures.ts';
import { ReviewOffer } from '../../features/lectures/reviews/review-offer.tsx';
import { termKey, termOf } from '../../features/lectures/terms.ts';
import { openEntry } from '../../features/lectures/timetable/lecture-block.tsx';
import { useAddLecture } from '../../features/lectures/use-add-lecture.ts';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { isPlanning, mayPlan, Planning, tabsOf } from './planning.tsx';
import { TermWeek, TimetableLoad } from './term-week.tsx';
import { useCatalogOfEmpty, useMoves } from './use-moves.ts';
import {
  CATALOG_ID,
  CATALOG_TOGGLE_ID,
  isCreating,
  usePlanChanges,
  usePlans,
  useTerm,
} from './use-term.ts';

const LectureDialog = lazyPart(
  async () => (await import('../../features/lectures/form/lecture-dialog.tsx')).LectureDialog,
);

const EntryDialog = lazyPart(
  async () => (await import('../../features/lectures/entries/entry-dialog.tsx')).EntryDialog,
);

/** The catalogue is a child route. */
export function StudyDashboardPage() {
  const { query, term, terms, current, isAhead } = useTerm();
  return (
    <Page title="시간표" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      {/* Always the same element, to keep the focus while data loads. */}
      <PageHeading hidden>시간표</PageHeading>
      {term === undefined || isOnItsWay(query) ? (
        <TermLoad query={query} />
      ) : (
        <Dashboard term={term} terms={terms} current={current} isAhead={isAhead} />
      )}
      <Outlet />
      <EntryCodeHost />
    </Page>
  );
}

const NEXT_SKELETON = <Skeleton className="h-24 rounded-card print:hidden" />;
const PANELS_SKELETON = (
  <SkeletonList rows={1} className="">
    <Skeleton className="h-120 rounded-card" />
  </SkeletonList>
);

type ColumnsProps = {
  /** What is next, and the timetable. */
  week: ReactNode;
  panels: ReactNode;
  /** Below the week, on a phone below the panels: there it moves nothing when it arrives. */
  offer?: ReactNode;
};

function Columns({ week, panels, offer }: ColumnsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_320px] grid-rows-[auto_1fr] items-start gap-x-4 max-lg:block print:block">
      <div className="grid min-w-0 gap-4">{week}</div>
      <aside aria-label="학기와 강의실" className="row-span-2 grid gap-4 max-lg:mt-4 print:hidden">
        {panels}
      </aside>
      <div className="mt-4 min-w-0 empty:hidden print:hidden">{offer}</div>
    </div>
  );
}

/** Waits for the terms also with one in the address: what is next is above the week of the current one alone. */
function TermLoad({ query }: { query: UseQueryResult }) {
  const week = <TimetableLoad query={query} />;
  if (!isOnItsWay(query)) return week;
  const weekAndNext = (
    <>
      {NEXT_SKELETON}
      {week}
    </>
  );
  return <Columns week={weekAndNext} panels={PANELS_SKELETON} />;
}

type DashboardProps = {
  term: string;
  terms: readonly KnownTerm[];
  /** The current term, if it is shown. */
  current: CurrentTerm | null;
  isAhead: boolean;
};

function creditsOf(plan: TimetablePlan | null, marked: readonly Lecture[] | undefined) {
  return plan
    ? { lectures: plan.lectures, creditsLabel: '계획 학점' }
    : { lectures: marked, creditsLabel: '신청 학점' };
}

function Dashboard({ term, terms, current, isAhead }: DashboardProps) {
  const { isCatalogOpen, toTerm, toPlan, toggleCatalog } = useMoves(term);
  const marks = useQuery(marksQuery(termOf(term)));
  const entries = useQuery(entriesQuery(termOf(term)));
  const mayCreate = useHasRole('STUDENT');
  const teaching = useTeaching(termOf(term));
  const time = useSyncExternalStore(subscribeClock, clockNow);
  const now = weekTimeOf(time);
  const planning = usePlans(term);
  const { plan } = planning;
  const inPlan = usePlanLectures(plan);
  const changes = usePlanChanges(plan);
  const ofPlans = [planning.query, changes];
  const hasPanels = useHasArrived([teaching.me, teaching.rooms, marks, entries, ...ofPlans]);
  useCatalogOfEmpty({
    isReady: hasPanels,
    week: [marks, entries, planning.query],
    isAhead,
    teaches: teaching.teaches,
  });
  const lectures = marks.data;
  // The week also holds what the member teaches.
  const marked = lectures?.filter(({ isMarked }) => isMarked);

  return (
    <>
      <Columns
        week={
          <>
            {current && <Next marks={marks} now={now} today={koreanDay(time)} term={current} />}
            <TermWeek
              term={termOf(term)}
              marks={marks}
              entries={entries}
              now={current && !holidayOn(koreanDay(time), current) ? now : null}
              planning={planning}
              tabs={tabsOf(planning, toPlan)}
              onRemove={inPlan.remove}
              onCatalog={isCatalogOpen ? undefined : toggleCatalog}
            />
          </>
        }
        panels={
          hasPanels ? (
            <>
              <Planning term={termOf(term)} planning={planning} lectures={inPlan} onOpen={toPlan} />
              {teaching.teaches && <OwnRooms query={teaching.rooms} waiting={<WaitingLink />} />}
              <TermPanel
                terms={terms}
                term={term}
                onTerm={toTerm}
                {...creditsOf(plan, marked)}
                isCatalogOpen={isCatalogOpen}
                catalogId={CATALOG_ID}
                toggleId={CATALOG_TOGGLE_ID}
                onCatalog={toggleCatalog}
                onCreate={mayCreate ? () => isCreating.set(true) : undefined}
                onEntry={() => openEntry.set({})}
                onPlan={mayPlan(planning) ? () => isPlanning.set(true) : undefined}
              />
              <MyRooms lectures={marked ?? []} />
            </>
          ) : (
            PANELS_SKELETON
          )
        }
        offer={hasPanels && <ReviewOffer />}
      />
      <Creation term={term} onTerm={toTerm} />
      <EntryForm term={termOf(term)} planId={plan?.id} />
    </>
  );
}

type NextProps = {
  marks: UseQueryResult<MarkedLecture[]>;
  now: WeekTime;
  today: string;
  term: CurrentTerm;
};

/** The next lecture of the timetable, whatever is open below. */
function Next({ marks: { data, error }, ...rest }: NextProps) {
  if (data === undefined) {
    return error === null && NEXT_SKELETON;
  }
  return (
    <div className="print:hidden">
      <NextStrip lectures={data} {...rest} />
    </div>
  );
}

/** Professors see their rooms of the term, staff the waiting questions of all rooms. */
function useTeaching(term: Term) {
  const me = useMe();
  const teaches = canAnswerQuestions(me.data?.roles ?? []);
  const rooms = useQuery({ ...ownRoomsQuery(term), enabled: teaches });
  return { me, teaches, rooms };
}

/** The form of a private entry while one is open. */
function EntryForm({ term, planId }: { term: Term; planId: number | undefined }) {
  const open = useStore(openEntry);
  useEffect(() => () => openEntry.set(null), []);
  if (open === null) return null;
  return (
    <EntryDialog
      entry={open.entry}
      term={term}
      planId={planId}
      onClose={() => openEntry.set(null)}
    />
  );
}

/** Adds the created lecture to the timetable. */
function Creation({ term, onTerm }: { term: string; onTerm: (term: string) => void }) {
  const isOpen = useStore(isCreating);
  const close = () => isCreating.set(false);
  const { add } = useAddLecture();
  useEffect(() => () => isCreating.set(false), []);
  if (!isOpen) return null;
  const onCreated = (lecture: Lecture) => {
    onTerm(termKey(lecture));
    void add(lecture);
  };
  return <LectureDialog term={termOf(term)} onClose={close} onCreated={onCreated} />;
}
