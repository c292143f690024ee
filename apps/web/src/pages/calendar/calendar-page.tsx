import { getRouteApi } from '@tanstack/react-router';
import { CalendarPlus, PencilLine } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { isMonth } from '../../features/academic-calendar/calendar-days.ts';
import { MonthView } from '../../features/academic-calendar/month-view.tsx';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { FEEDS_HASH, PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

const route = getRouteApi(PATHS.calendar);

/** The academic calendar; the address holds the month unless it is the current one. */
export function CalendarPage() {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  const current = today.slice(0, 7);
  const { month: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useHasRole('MANAGER');
  const month = isMonth(asked) ? asked : current;
  const show = (next: string) =>
    void navigate({
      search: { month: next === current ? undefined : next },
      replace: true,
      resetScroll: false,
    });
  return (
    <Page title="학사일정" className="grid content-start gap-4">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <PageHeading>학사일정</PageHeading>
        <div className="flex gap-2">
          <LinkButton to={PATHS.mypageAccount} hash={FEEDS_HASH}>
            <CalendarPlus size={16} />
            캘린더로 구독
          </LinkButton>
          {mayEdit && (
            <LinkButton to={PATHS.admin} search={{ menu: 'CALENDAR' }}>
              <PencilLine size={16} />
              일정 관리
            </LinkButton>
          )}
        </div>
      </div>
      <MonthView month={month} today={today} onMonth={show} />
    </Page>
  );
}
