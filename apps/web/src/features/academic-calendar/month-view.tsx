import type { AcademicDate } from '@naru/contract/academic-calendar';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarX, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react';
import { academicKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { monthAfter, nameOfDay, nameOfMonth, weeksOf } from './calendar-days.ts';
import { DateDialog, DateList } from './date-list.tsx';
import { MonthGrid } from './month-grid.tsx';
import { SmallMonth } from './small-month.tsx';

/** Pixels of a movement that turns the page, and how much wider than high it must be. */
const FAR = 60;
const FLAT = 2;

/** Turns by a flat movement of one finger: 1 to the left, -1 to the right. */
function useSwipe(onTurn: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches.length === 1 ? touches[0] : undefined;
      start.current = finger ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      if (finger === undefined || start.current === null) return;
      const x = finger.clientX - start.current.x;
      const y = finger.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) >= FAR && Math.abs(x) >= FLAT * Math.abs(y)) onTurn(x < 0 ? 1 : -1);
    },
  };
}

const STALE_MS = 5 * 60_000;

/** The dates of the days `from` to `to` (yyyy-mm-dd, both inclusive). */
function datesQuery(from: string, to: string) {
  return queryOptions({
    queryKey: academicKeys.range(from, to),
    queryFn: async ({ signal }) =>
      (await api('GET /api/academic-dates', { query: { from, to }, signal })).dates,
    staleTime: STALE_MS,
  });
}

type MonthViewProps = {
  /** yyyy-mm */
  month: string;
  today: string;
  onMonth: (month: string) => void;
};

/** A month of the academic calendar: a grid with bars, on phones a small month above a list. */
export function MonthView({ month, today, onMonth }: MonthViewProps) {
  const isPhone = useMedia(PHONE);
  const [open, setOpen] = useState<AcademicDate | null>(null);
  const weeks = weeksOf(month);
  const [from = '', to = ''] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const { data, error, refetch } = useQuery(datesQuery(from, to));
  const turn = (by: 1 | -1) => onMonth(monthAfter(month, by));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined;
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn(by);
  };
  const shown = { month, weeks, dates: data, today };
  return (
    <Card className="overflow-hidden">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do what its buttons do */}
      <div onKeyDown={onKeyDown}>
        <div className="flex items-center gap-1 border-line border-b px-2 py-1.5">
          <IconButton label="이전 달" tooltip={false} onClick={() => turn(-1)}>
            <ChevronLeft size={20} />
          </IconButton>
          <h2 aria-live="polite" className="font-bold text-lg tabular-nums">
            {nameOfMonth(month)}
          </h2>
          <IconButton label="다음 달" tooltip={false} onClick={() => turn(1)}>
            <ChevronRight size={20} />
          </IconButton>
          <Button
            size="sm"
            className="mr-1 ml-auto"
            disabled={today.startsWith(month)}
            onClick={() => onMonth(today.slice(0, 7))}
          >
            오늘
          </Button>
        </div>
        {error && !data ? (
          <LoadError
            title="학사일정을 불러오지 못했습니다."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : isPhone ? (
          <PhoneMonth key={month} {...shown} onOpen={setOpen} onTurn={turn} />
        ) : (
          <MonthGrid {...shown} onOpen={setOpen} />
        )}
      </div>
      {open && <DateDialog date={open} today={today} onClose={() => setOpen(null)} />}
    </Card>
  );
}

type PhoneMonthProps = {
  month: string;
  weeks: string[][];
  dates: AcademicDate[] | undefined;
  today: string;
  onOpen: (date: AcademicDate) => void;
  onTurn: (by: 1 | -1) => void;
};

function PhoneMonth({ month, weeks, dates, today, onOpen, onTurn }: PhoneMonthProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const swipe = useSwipe(onTurn);
  const [from, to] = chosen === null ? [`${month}-01`, `${month}-31`] : [chosen, chosen];
  const listed = dates?.filter(({ startsOn, endsOn }) => startsOn <= to && endsOn >= from);
  const label = chosen === null ? `${nameOfMonth(month)} 일정` : `${nameOfDay(chosen)} 일정`;
  return (
    <div {...swipe}>
      <SmallMonth {...{ month, weeks, dates, today, chosen }} onChoose={setChosen} />
      {chosen !== null && (
        <div className="flex items-center justify-between border-line border-t py-1 pr-2 pl-4">
          <p role="status" className="font-semibold text-md">
            {nameOfDay(chosen)}
          </p>
          <Button variant="ghost" size="sm" onClick={() => setChosen(null)}>
            이달 모두 보기
          </Button>
        </div>
      )}
      {!listed && <SkeletonRows rows={4} label="학사일정을 불러오는 중입니다." />}
      {listed?.length === 0 && (
        <EmptyState
          icon={<CalendarX size={22} />}
          title={`${chosen === null ? '이달' : '이날'}에는 일정이 없습니다.`}
        />
      )}
      {listed && <DateList label={label} dates={listed} today={today} onOpen={onOpen} />}
    </div>
  );
}
