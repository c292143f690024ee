import { BOARD_TYPES, BOARDS, type Board, type BoardType, findBoard } from '@naru/contract/boards';
import { canAnswerQuestions } from '@naru/contract/roles';
import { Link } from '@tanstack/react-router';
import {
  CalendarDays,
  Library,
  type LucideIcon,
  MessageCircleQuestionMark,
  Star,
} from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { Flag } from '../../ui/flag.tsx';
import { PATHS } from '../paths.ts';

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

type StudyEntry = {
  name: string;
  to: typeof PATHS.study | typeof PATHS.studyCatalog | typeof PATHS.studyWaiting;
  icon: LucideIcon;
};

const STUDY_ENTRIES: readonly StudyEntry[] = [
  { name: '시간표', to: PATHS.study, icon: CalendarDays },
  { name: '강의실 둘러보기', to: PATHS.studyCatalog, icon: Library },
];

const WAITING: StudyEntry = {
  name: '답변 대기 질문',
  to: PATHS.studyWaiting,
  icon: MessageCircleQuestionMark,
};

/**
 * The entries below 스터디룸; null while an ADMIN keeps them locked (the default). The pages themselves
 * work either way.
 */
export function useStudyEntries(): readonly StudyEntry[] | null {
  const { data: config } = useSiteConfig();
  const { data: me } = useMe();
  if (config?.settings.studyRoomMenu !== 'open') return null;
  return canAnswerQuestions(me?.roles ?? []) ? [...STUDY_ENTRIES, WAITING] : STUDY_ENTRIES;
}

export const DRAWER_ROW =
  'flex min-h-11 w-full items-center gap-3 rounded-ctl px-3 font-medium text-left';

/** A row in a submenu of the header, or in the drawer on phones. */
const LOOKS = {
  submenu: {
    iconSize: 18,
    link: {
      className: 'flex items-center gap-2.5 rounded-md px-3 py-2 font-medium text-md',
      activeProps: { className: 'bg-sea-weak text-sea' },
      inactiveProps: { className: 'hover:bg-hover' },
    },
  },
  drawer: {
    iconSize: 20,
    link: { className: DRAWER_ROW, activeProps: { className: 'bg-sea-weak text-sea' } },
  },
};

type RowsProps = { look: keyof typeof LOOKS; onClose: () => void };

type BoardRowsProps = RowsProps & { boards: readonly Board[]; favorites: readonly string[] };

export function BoardRows({ boards, favorites, look, onClose }: BoardRowsProps) {
  const { iconSize, link } = LOOKS[look];
  return boards.map((board) => (
    <li key={board.type}>
      <Link
        {...link}
        to={PATHS.board}
        params={{ boardType: board.slug }}
        onClick={onClose}
        activeOptions={{ includeSearch: false }}
      >
        <Flag name={board.flag} size={iconSize} />
        <span className="flex-1">{board.name}</span>
        {favorites.includes(board.type) && (
          <>
            <Star size={14} className="shrink-0 fill-gold text-gold" />
            <span className="sr-only">즐겨찾기</span>
          </>
        )}
      </Link>
    </li>
  ));
}

export function StudyRows(props: RowsProps & { entries: readonly StudyEntry[] }) {
  const { iconSize, link } = LOOKS[props.look];
  return props.entries.map(({ name, to, icon: Icon }) => (
    <li key={to}>
      <Link
        {...link}
        to={to}
        onClick={props.onClose}
        activeOptions={{ includeSearch: false, exact: true }}
      >
        <Icon size={iconSize} className="text-ink-3" />
        {name}
      </Link>
    </li>
  ));
}
