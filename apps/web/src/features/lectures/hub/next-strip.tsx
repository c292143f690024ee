import type { CurrentTerm, MarkedLecture } from '@naru/contract/lectures';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Ship } from 'lucide-react';
import { PATHS } from '../../../app/paths.ts';
import { formatHours } from '../days.ts';
import { findNextLecture, formatStart, vacationText, type WeekTime } from './next-lecture.ts';

type NextStripProps = {
  lectures: readonly MarkedLecture[];
  now: WeekTime;
  /** Korean date, `2026-11-20`. */
  today: string;
  term: CurrentTerm;
};

export function NextStrip({ lectures, now, today, term }: NextStripProps) {
  const vacation = vacationText(today, term);
  const next = vacation === null ? findNextLecture(lectures, now) : null;
  if (next === null) {
    return (
      <p className="flex items-center gap-2.5 rounded-card border border-line bg-paper px-5 py-3 text-ink-2 shadow-card">
        <Ship size={18} className="text-ink-3" />
        {vacation ?? '오늘 남은 강의가 없습니다.'}
      </p>
    );
  }
  const { lecture, slot, startsIn, later } = next;
  const facts = [formatHours(slot), lecture.room, lecture.professorName].filter(Boolean);
  return (
    <Link
      to={PATHS.lecture}
      params={{ lectureId: String(lecture.id) }}
      className="flex items-center gap-4 rounded-card bg-[image:var(--sky-noon)] px-5 py-3.5 text-white shadow-card focus-visible:outline-offset-4"
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
