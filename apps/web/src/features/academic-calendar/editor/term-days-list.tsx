import type { TermDays } from '@naru/contract/academic-calendar';
import { shortPeriod } from '../calendar-days.ts';

/** The days of the terms as timetables and lectures have them, and what the calendar does not name. */
export function TermDaysList({ terms }: { terms: readonly TermDays[] }) {
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
