import { BOARD_TYPES, BOARDS, type Board, type BoardType, findBoard } from '@naru/contract/boards';

export type SectionKey = Board['group'];

export type Section = { key: SectionKey; name: string; boards: readonly Board[] };

const NAMES: Record<SectionKey, string> = {
  notice: '공지사항',
  community: '커뮤니티',
  market: '책방',
};

const ORDER: readonly SectionKey[] = ['notice', 'community', 'market'];

/** Board groups of the top menu; favorites come first. */
export function sectionsOf(favorites: readonly BoardType[]): Section[] {
  const all = BOARD_TYPES.map((type) => BOARDS[type]);
  const rank = (board: Board) => (favorites.includes(board.type) ? 0 : 1);
  return ORDER.map((key) => ({
    key,
    name: NAMES[key],
    boards: all.filter((board) => board.group === key).sort((a, b) => rank(a) - rank(b)),
  }));
}

export function sectionOf(boardType: string | undefined): SectionKey | null {
  return (boardType && findBoard(boardType)?.group) || null;
}
