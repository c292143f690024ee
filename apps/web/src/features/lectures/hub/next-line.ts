import type { CurrentTerm, MarkedLecture } from '@naru/contract/lectures';
import { formatHours } from '../days.ts';
import { findNextLecture, formatStart, vacationText, type WeekTime } from './next-lecture.ts';

type Today = {
  now: WeekTime;
  /** Korean date, `2026-11-20`. */
  today: string;
  term: CurrentTerm;
};

/** The next lecture of today in one line, with the lecture to open; null when there is none. */
export function nextLine(lectures: readonly MarkedLecture[], { now, today, term }: Today) {
  const vacation = vacationText(today, term);
  if (vacation !== null) return { text: vacation, lectureId: null };
  if (lectures.length === 0) return { text: '아직 시간표에 강의가 없습니다.', lectureId: null };
  const next = findNextLecture(lectures, now);
  if (next === null) return { text: '오늘 남은 강의가 없습니다.', lectureId: null };
  const { lecture, slot, startsIn } = next;
  const facts = [lecture.title, formatHours(slot), lecture.room, formatStart(startsIn)];
  return { text: facts.filter(Boolean).join(' · '), lectureId: lecture.id };
}
