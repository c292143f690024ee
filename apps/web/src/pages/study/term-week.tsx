import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import { type Term, termName } from '@naru/contract/timetable';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import type { UseQueryResult } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { isOnItsWay } from '../../features/lectures/arriving.ts';
import type { WeekTime } from '../../features/lectures/hub/next-lecture.ts';
import { TimetableTools } from '../../features/lectures/hub/timetable-tools.tsx';
import { Timetable, TimetableSkeleton } from '../../features/lectures/timetable/timetable.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Plans } from './use-term.ts';

type TermWeekProps = {
  term: Term;
  marks: UseQueryResult<MarkedLecture[]>;
  entries: UseQueryResult<PrivateEntry[]>;
  now: WeekTime | null;
  planning: Plans;
  tabs: WeekTabs | undefined;
  /** Takes a lecture out of the open plan. */
  onRemove: (lecture: Lecture) => void;
  /** Opens the catalogue; undefined while open. */
  onCatalog?: (() => void) | undefined;
};

/** The timetable, or the open plan. */
export function TermWeek(props: TermWeekProps) {
  const { term, marks, entries, planning, tabs } = props;
  const { plan } = planning;
  // The open plan; and the tabs, which come with the plans and are above the week.
  const isComing = planning.isMissing && planning.query.isPending;
  const isWaiting = isComing || isOnItsWay(planning.query);
  const week = useWeek(plan, marks.data, entries);
  const { lectures, entries: own } = week ?? {};
  return (
    <TimetableCard
      term={termName(term)}
      tabs={tabs}
      tools={
        lectures &&
        own &&
        lectures.length + own.length > 0 &&
        !isWaiting && (
          <TimetableTools term={term} lectures={lectures} entries={own} plan={plan ?? undefined} />
        )
      }
    >
      {week === null || isWaiting ? (
        <WeekLoad query={isComing || week !== null ? planning.query : marks} />
      ) : (
        <>
          <Week {...props} week={week} plan={plan} />
          <Troubles entries={entries} planning={planning} />
        </>
      )}
    </TimetableCard>
  );
}

type Shown = { lectures: readonly MarkedLecture[]; entries: readonly PrivateEntry[] };

const NONE: readonly PrivateEntry[] = [];

/** Null while loading. */
function useWeek(
  plan: TimetablePlan | null,
  marks: readonly MarkedLecture[] | undefined,
  { data: entries, isPending }: UseQueryResult<PrivateEntry[]>,
): Shown | null {
  return useMemo(() => {
    if (plan) {
      const lectures = plan.lectures.map((lecture) => ({ ...lecture, unreadCount: 0 }));
      return { lectures, entries: plan.entries };
    }
    return marks === undefined || isPending ? null : { lectures: marks, entries: entries ?? NONE };
  }, [plan, marks, entries, isPending]);
}

type WeekProps = Pick<TermWeekProps, 'term' | 'now' | 'onRemove' | 'onCatalog'> & {
  week: Shown;
  plan: TimetablePlan | null;
};

function Week({ term, now, week, plan, onRemove, onCatalog }: WeekProps) {
  const name = termName(term);
  return (
    <Timetable
      caption={plan ? `${name} 계획: ${plan.name}` : `${name} 시간표`}
      lectures={week.lectures}
      entries={week.entries}
      now={plan ? null : now}
      onRemove={plan ? onRemove : undefined}
      empty={
        <EmptyState
          icon={<Library size={22} />}
          title={plan ? '아직 담은 강의가 없습니다.' : '아직 추가한 강의가 없습니다.'}
          text="강의실을 둘러보고 한 주를 채워 보세요."
          action={
            onCatalog && (
              <Button variant="primary" onClick={onCatalog}>
                강의실 둘러보기
              </Button>
            )
          }
          className="rounded-card bg-paper py-8"
        />
      }
    />
  );
}

/** What could not be loaded beside the lectures. */
function Troubles({ entries, planning }: Pick<TermWeekProps, 'entries' | 'planning'>) {
  const { plan, query, isMissing } = planning;
  return (
    <>
      {!plan && entries.data === undefined && (
        <Trouble text="개인 일정을 불러오지 못했습니다." onRetry={() => void entries.refetch()} />
      )}
      {query.data === undefined && query.error !== null && (
        <Trouble text="계획을 불러오지 못했습니다." onRetry={() => void query.refetch()} />
      )}
      {isMissing && query.data !== undefined && (
        <Trouble text="찾던 계획이 없어 내 시간표를 보여 드립니다." />
      )}
    </>
  );
}

function Trouble({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 pt-3 text-ink-2 text-md">
      {text}
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          다시 시도
        </Button>
      )}
    </p>
  );
}

/** What the timetable shows until its first data: its skeleton, or the error with a retry. */
function WeekLoad({ query: { error, refetch } }: { query: UseQueryResult }) {
  if (error === null) return <TimetableSkeleton />;
  return (
    <ErrorState
      title="시간표를 불러오지 못했습니다."
      text={messageOf(error)}
      onRetry={() => void refetch()}
    />
  );
}

/** The same while not even the term is known. */
export function TimetableLoad({ query }: { query: UseQueryResult }) {
  return (
    <TimetableCard>
      <WeekLoad query={query} />
    </TimetableCard>
  );
}

type TimetableCardProps = {
  /** `2026년 2학기` */
  term?: string | undefined;
  tabs?: WeekTabs | undefined;
  tools?: ReactNode;
  children: ReactNode;
};

/** The timetable and the plans for the term; undefined without a plan. */
export type WeekTabs = {
  items: readonly { value: string; label: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
};

function TimetableCard({ term, tabs, tools, children }: TimetableCardProps) {
  return (
    <Card
      as="section"
      className="px-5 pb-5 max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:px-1.5 max-md:pb-3 print:border-0 print:p-0 print:shadow-none"
    >
      <div className="flex min-h-16 items-center gap-2 max-md:px-2.5">
        <h2 className="font-bold text-xl">시간표</h2>
        {term && <p className="flex-1 pt-1 text-ink-3 text-md">{term}</p>}
        {tools}
      </div>
      {tabs ? (
        <Tabs
          {...tabs}
          label="시간표와 계획"
          look="segmented"
          className="mb-2 max-md:mx-2.5 print:hidden"
        >
          {children}
        </Tabs>
      ) : (
        children
      )}
    </Card>
  );
}
