import { BOARD_TYPES, BOARDS, type Board, type BoardType, findBoard } from '@naru/contract/boards';
import { canAnswerQuestions } from '@naru/contract/roles';
import {
  CalendarDays,
  CalendarRange,
  Library,
  type LucideIcon,
  MessageCircleQuestionMark,
} from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { PATHS } from '../../lib/paths.ts';

type SectionKey = Board['group'];

const SECTIONS: readonly { key: SectionKey; name: string }[] = [
  { key: 'notice', name: '공지사항' },
  { key: 'community', name: '커뮤니티' },
  { key: 'market', name: '책방' },
];

export type Section = ReturnType<typeof sectionsOf>[number];

/** Board groups of the menus; favorites come first. */
export function sectionsOf(favorites: readonly BoardType[]) {
  const all = BOARD_TYPES.map((type) => BOARDS[type]);
  const rank = (board: Board) => (favorites.includes(board.type) ? 0 : 1);
  return SECTIONS.map((section) => ({
    ...section,
    boards: all.filter((board) => board.group === section.key).sort((a, b) => rank(a) - rank(b)),
  }));
}

export function sectionOf(boardType: string | undefined): SectionKey | null {
  return (boardType && findBoard(boardType)?.group) || null;
}

export type StudyEntry = {
  name: string;
  to:
    | typeof PATHS.study
    | typeof PATHS.studyCatalog
    | typeof PATHS.studyWaiting
    | typeof PATHS.calendar
    | typeof PATHS.bookings;
  icon: LucideIcon;
};

const STUDY_ENTRIES: readonly StudyEntry[] = [
  { name: '시간표', to: PATHS.study, icon: CalendarDays },
  { name: '강의실 둘러보기', to: PATHS.studyCatalog, icon: Library },
  { name: '학사일정', to: PATHS.calendar, icon: CalendarRange },
  { name: '예약', to: PATHS.bookings, icon: CalendarRange },
];

const WAITING: StudyEntry = {
  name: '답변 대기 질문',
  to: PATHS.studyWaiting,
  icon: MessageCircleQuestionMark,
};

/** Whether an ADMIN keeps 스터디룸 of the header locked (the default); bar and menu of phones lead to the pages either way. */
export function useIsStudyLocked(): boolean {
  return useSiteConfig().data?.settings.studyRoomMenu !== 'open';
}

/** The entries below 스터디룸. */
export function useStudyEntries(): readonly StudyEntry[] {
  const { data: me } = useMe();
  return canAnswerQuestions(me?.roles ?? []) ? [...STUDY_ENTRIES, WAITING] : STUDY_ENTRIES;
}
