import { Outlet } from '@tanstack/react-router';
import { TimetableSkeleton } from '../../features/lectures/timetable/timetable-skeleton.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { Page, PageHeading } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Dashboard } from './dashboard.tsx';
import { TimetableCard } from './timetable-card.tsx';
import { useTerm } from './use-term.ts';

/** The catalogue is a child route. */
export function StudyDashboardPage() {
  const { term, terms, current, error, refetch } = useTerm();
  return (
    <Page title="스터디룸" className="grid content-start gap-4">
      {/* Always the same element, to keep the focus while data loads. */}
      <PageHeading hidden>스터디룸</PageHeading>
      {term === undefined ? (
        <TimetableCard>
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
      ) : (
        <Dashboard term={term} terms={terms} current={current} />
      )}
      <Outlet />
    </Page>
  );
}
