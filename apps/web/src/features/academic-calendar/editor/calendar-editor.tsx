import type { EditedDate, TermDays } from '@naru/contract/academic-calendar';
import { LIMITS } from '@naru/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, ChevronLeft, ChevronRight, FileUp, Plus } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { clockNow, subscribeClock } from '../../../lib/clock.ts';
import { koreanDay } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConsoleIntro } from '../../../ui/console.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { shortPeriod } from '../calendar-days.ts';
import { yearQuery } from './calendar-editor.queries.ts';
import { DateFormDialog } from './date-form-dialog.tsx';
import { DateImportDialog } from './date-import-dialog.tsx';
import { DateRow } from './date-row.tsx';

/** The days of the terms as timetables and lectures have them, and what the calendar does not name. */
function TermDaysList({ terms }: { terms: readonly TermDays[] }) {
  return (
    <ul
      aria-label="학기"
      className="grid grid-cols-2 gap-x-6 gap-y-3 border-line border-b bg-deck px-5 py-3.5 max-md:grid-cols-1 max-md:px-4"
    >
      {terms.map(({ year, semester, enrolment, from, to, named }) => {
        const missing = MISSING.filter(([name]) => !named.includes(name)).map(([, title]) => title);
        return (
          <li key={semester} className="grid content-start gap-0.5">
            <h3 className="font-semibold">{semester}학기</h3>
            <p className="text-ink-2 text-md tabular-nums">
              수업 {shortPeriod({ startsOn: from, endsOn: to })}
              <br />
              수강신청 {shortPeriod({ startsOn: enrolment, endsOn: enrolment })}부터
            </p>
            {missing.length > 0 && (
              <p className="text-ink-3 text-sm">
                {missing.join(', ')} 일정이 없어 기본 날짜를 사용합니다. {year}학년도 {semester}학기
                ‘{missing[0]}’ 일정을 추가해 주세요.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const MISSING = [
  ['enrolment', '수강신청'],
  ['from', '개강'],
  ['to', '종강'],
] as const;

/** The first month of an academic year. */
const MARCH = '03';

function academicYearOf(day: string): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5, 7) < MARCH ? year - 1 : year;
}

/** The dates of an academic year: added, changed, deleted and read from a file by staff. */
export function CalendarEditor() {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  const [year, setYear] = useState(() => academicYearOf(today));
  const [form, setForm] = useState<{ date?: EditedDate } | null>(null);
  const [imports, setImports] = useState(false);
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="저장하면 모든 회원의 학사일정과 첫 화면에 바로 보입니다.">
        <Button icon={<FileUp size={16} />} onClick={() => setImports(true)}>
          파일로 가져오기
        </Button>
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setForm({})}>
          일정 추가
        </Button>
      </ConsoleIntro>
      <YearDates
        // What was deleted in one year is not offered again in another.
        key={year}
        year={year}
        today={today}
        onYear={setYear}
        onEdit={(date) => setForm({ date })}
      />
      {form && (
        <DateFormDialog
          date={form.date}
          firstDay={year === academicYearOf(today) ? today : `${year}-${MARCH}-01`}
          onClose={() => setForm(null)}
        />
      )}
      {imports && <DateImportDialog today={today} onClose={() => setImports(false)} />}
    </div>
  );
}

type YearDatesProps = {
  year: number;
  today: string;
  onYear: (year: number) => void;
  onEdit: (date: EditedDate) => void;
};

function YearDates({ year, today, onYear, onEdit }: YearDatesProps) {
  const query = useQuery(yearQuery(year));
  const { data } = query;
  /** Dates that were deleted here, which can be brought back. */
  const [removed, setRemoved] = useState<readonly EditedDate[]>([]);
  const gone = new Map(removed.map((date) => [date.id, date]));
  const remaining = (data?.dates ?? []).filter(({ id }) => !gone.has(id));
  const rows = [...remaining, ...removed].sort(
    (a, b) =>
      a.startsOn.localeCompare(b.startsOn) || a.endsOn.localeCompare(b.endsOn) || a.id - b.id,
  );
  return (
    <Card as="section" aria-label={`${year}학년도 일정`} className="overflow-hidden">
      <div className="flex items-center gap-1 border-line border-b px-2 py-1.5">
        <IconButton label="이전 학년도" tooltip={false} onClick={() => onYear(year - 1)}>
          <ChevronLeft size={20} />
        </IconButton>
        <h2 aria-live="polite" className="font-bold text-lg tabular-nums">
          {year}학년도{' '}
          {data && <span className="font-normal text-ink-3 text-md">{remaining.length}</span>}
        </h2>
        <IconButton label="다음 학년도" tooltip={false} onClick={() => onYear(year + 1)}>
          <ChevronRight size={20} />
        </IconButton>
      </div>
      {data && <TermDaysList terms={data.terms} />}
      {!data && <LoadState query={query} failed="학사일정을 불러오지 못했습니다." rows={6} />}
      {data && rows.length === 0 && (
        <EmptyState
          icon={<CalendarX size={22} />}
          title="이 학년도에는 아직 일정이 없습니다."
          text="하나씩 추가하거나 학교의 달력 파일(.ics)이나 CSV 파일로 한 번에 가져올 수 있습니다."
        />
      )}
      <ul aria-label="일정 목록">
        {rows.map((date) => (
          <DateRow
            key={date.id}
            date={date}
            today={today}
            isGone={gone.has(date.id)}
            onEdit={() => onEdit(date)}
            onRemoved={() => setRemoved((before) => [...before, date])}
            onRestored={() => setRemoved((before) => before.filter(({ id }) => id !== date.id))}
          />
        ))}
      </ul>
      {data?.dates.length === LIMITS.academicDatesShown && (
        <p className="border-line border-t px-4 py-3 text-ink-2 text-md">
          일정이 많아 앞의 {LIMITS.academicDatesShown.toLocaleString('ko-KR')}개만 보입니다.
        </p>
      )}
    </Card>
  );
}
