import type { MarkedLecture } from '@naru/contract/lectures';
import { type Term, termName } from '@naru/contract/timetable';
import type { UseQueryResult } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import type { WeekTime } from '../../features/lectures/hub/next-lecture.ts';
import { TimetableTools } from '../../features/lectures/hub/timetable-tools.tsx';
import { Timetable } from '../../features/lectures/timetable/timetable.tsx';
import { TimetableSkeleton } from '../../features/lectures/timetable/timetable-skeleton.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TimetableCard } from './timetable-card.tsx';

type TermWeekProps = {
  term: Term;
  marks: UseQueryResult<MarkedLecture[]>;
  now: WeekTime | null;
  onRemove: (lecture: MarkedLecture) => void;
  /** Opens the catalogue; undefined while open. */
  onCatalog?: (() => void) | undefined;
};

export function TermWeek({ term, marks, now, onRemove, onCatalog }: TermWeekProps) {
  const name = termName(term);
  const { data, error, refetch } = marks;
  if (data === undefined) {
    return (
      <TimetableCard term={name}>
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
  return (
    <TimetableCard
      term={name}
      tools={data.length > 0 && <TimetableTools term={term} lectures={data} />}
    >
      <Timetable
        caption={`${name} 시간표`}
        lectures={data}
        now={now}
        onRemove={onRemove}
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
    </TimetableCard>
  );
}
