import type { MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import { type Term, termName } from '@naru/contract/timetable';
import type { UseQueryResult } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WeekTime } from '../../features/lectures/hub/next-lecture.ts';
import { TimetableTools } from '../../features/lectures/hub/timetable-tools.tsx';
import { Timetable } from '../../features/lectures/timetable/timetable.tsx';
import { TimetableSkeleton } from '../../features/lectures/timetable/timetable-skeleton.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

type TermWeekProps = {
  term: Term;
  marks: UseQueryResult<MarkedLecture[]>;
  entries: UseQueryResult<PrivateEntry[]>;
  now: WeekTime | null;
  /** Opens the catalogue; undefined while open. */
  onCatalog?: (() => void) | undefined;
};

export function TermWeek({ term, marks, entries, now, onCatalog }: TermWeekProps) {
  const name = termName(term);
  const { data } = marks;
  const own = entries.data ?? [];
  if (data === undefined || entries.isPending) return <TimetableLoad query={marks} term={name} />;
  return (
    <TimetableCard
      term={name}
      tools={
        data.length + own.length > 0 && <TimetableTools term={term} lectures={data} entries={own} />
      }
    >
      <Timetable
        caption={`${name} 시간표`}
        lectures={data}
        entries={own}
        now={now}
        empty={
          <EmptyState
            icon={<Library size={22} />}
            title="아직 추가한 강의가 없습니다."
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
      {entries.data === undefined && (
        <p role="status" className="flex flex-wrap items-center gap-2 pt-3 text-ink-2 text-md">
          개인 일정을 불러오지 못했습니다.
          <Button size="sm" onClick={() => void entries.refetch()}>
            다시 시도
          </Button>
        </p>
      )}
    </TimetableCard>
  );
}

/** What the timetable shows until its first data: its skeleton, or the error with a retry. */
export function TimetableLoad({ query, term }: { query: UseQueryResult; term?: string }) {
  const { error, refetch } = query;
  return (
    <TimetableCard term={term}>
      {error === null ? (
        <TimetableSkeleton />
      ) : (
        <ErrorState
          title="시간표를 불러오지 못했습니다."
          text={messageOf(error)}
          onRetry={() => void refetch()}
        />
      )}
    </TimetableCard>
  );
}

type TimetableCardProps = {
  /** `2026년 2학기` */
  term?: string | undefined;
  tools?: ReactNode;
  children: ReactNode;
};

function TimetableCard({ term, tools, children }: TimetableCardProps) {
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
      {children}
    </Card>
  );
}
