import type { CurrentTerm, MarkedLecture } from '@naru/contract/lectures';
import { DAYS, startOf } from '@naru/contract/timetable';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Ship } from 'lucide-react';
import { PATHS } from '../../../lib/paths.ts';
import { dayName, formatHours } from '../days.ts';
import { type Entry, entriesOf, type TimetableLecture } from '../timetable/entries.ts';
import {
  findNextLecture,
  formatStart,
  holidayOn,
  holidayText,
  vacationText,
  type WeekTime,
} from './next-lecture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type NextStripProps = {
  lectures: readonly MarkedLecture[];
  now: WeekTime;
  /** Korean date, `2026-11-20`. */
  today: string;
  term: CurrentTerm;
};

/** As high in each state as its skeleton: the week below stays where it is. */
export function NextStrip(props: NextStripProps) {
  const { lectures, now, today, term } = props;
  const vacation = vacationText(today, term);
  const holiday = lectures.length > 0 ? holidayText(today, term) : null;
  const isOff = vacation !== null || holiday !== null;
  const next = isOff ? null : findNextLecture(lectures, now);
  if (next === null) {
    const coming = vacation === null && comingText(props);
    return (
      <div className="flex min-h-24 items-center gap-4 rounded-card border border-line bg-paper px-5 py-3 shadow-card">
        <Ship size={18} className="shrink-0 text-ink-3" />
        <div className="grid min-w-0 gap-0.5">
          <p className="font-semibold text-ink-2">{vacation ?? holiday ?? todayText(lectures)}</p>
          {coming && <p className="truncate text-ink-3 text-md">{coming}</p>}
        </div>
      </div>
    );
  }
  const { lecture, slot, startsIn, later } = next;
  const facts = [formatHours(slot), lecture.room, lecture.professorName].filter(Boolean);
  return (
    <Link
      to={PATHS.lecture}
      params={{ lectureId: String(lecture.id) }}
      className="flex min-h-24 items-center gap-4 rounded-card bg-[image:var(--sky-noon)] px-5 py-3.5 text-white shadow-card focus-visible:outline-offset-4"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-semibold text-sm">
          {startsIn === null ? '지금 수업 중' : `오늘 다음 강의 · ${formatStart(startsIn)}`}
        </span>
        <span className="truncate font-bold text-lg leading-snug">{lecture.title}</span>
        <span className="truncate text-sm">{facts.join(' · ')}</span>
      </span>
      {later > 0 && <span className="shrink-0 text-sm max-sm:hidden">이후 {later}개</span>}
      <ChevronRight size={20} className="shrink-0" />
    </Link>
  );
}

function todayText(lectures: readonly MarkedLecture[]): string {
  return lectures.length === 0 ? '아직 시간표에 강의가 없습니다.' : '오늘 남은 강의가 없습니다.';
}

/** `내일`, `월요일`; `다음 주 월요일` on a Monday; later `10월 5일 월요일` */
function dayIn({ inDays, slot }: ComingLecture<MarkedLecture>, today: string): string {
  if (inDays === 1) return '내일';
  if (inDays < DAYS.length) return dayName(slot.dow);
  if (inDays === DAYS.length) return `다음 주 ${dayName(slot.dow)}`;
  const [, month, date] = dayAfter(today, inDays).split('-').map(Number);
  return `${month}월 ${date}일 ${dayName(slot.dow)}`;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `다음 강의 · 월요일 09:00~11:00 · 기계학습`; null without one before the end of the term. */
function comingText({ lectures, now, today, term }: NextStripProps): string | null {
  const isHeld = (inDays: number) => !holidayOn(dayAfter(today, inDays), term);
  const coming = findComingLecture(lectures, now, isHeld);
  const daysLeft = (Date.parse(term.to) - Date.parse(today)) / DAY_MS;
  if (coming === null || coming.inDays > daysLeft) return null;
  return `다음 강의 · ${dayIn(coming, today)} ${formatHours(coming.slot)} · ${coming.lecture.title}`;
}

type ComingLecture<L extends TimetableLecture> = Entry<L> & {
  /** 1 is tomorrow, 7 the same day of the next week. */
  inDays: number;
};

/** Weeks in which the next lecture is looked for: holidays may last two. */
const COMING_WEEKS = 4;

/** The first lecture after today on a day on which there are lectures. */
export function findComingLecture<L extends TimetableLecture>(
  lectures: readonly L[],
  { dow }: Pick<WeekTime, 'dow'>,
  isHeld: (inDays: number) => boolean = () => true,
): ComingLecture<L> | null {
  const today = DAYS.indexOf(dow);
  const coming = entriesOf(lectures).flatMap((entry) => {
    const days = (DAYS.indexOf(entry.slot.dow) - today + DAYS.length) % DAYS.length;
    const next = days === 0 ? DAYS.length : days;
    const weeks = Array.from({ length: COMING_WEEKS }, (_, week) => next + week * DAYS.length);
    const inDays = weeks.find(isHeld);
    return inDays === undefined ? [] : [{ ...entry, inDays }];
  });
  const [first] = coming.sort((a, b) => a.inDays - b.inDays || startOf(a.slot) - startOf(b.slot));
  return first ?? null;
}
