import { findLectureBoard, LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';

type CategoryOptions = {
  post: LecturePost | null;
  /** Tabs that the member may write on. */
  boards: readonly LectureBoardType[];
  /** The tab that the address asks for, as it stands there. */
  wanted: string | undefined;
};

type Choice = { board: LectureBoardType | null; problem: string | null };

/** The tab to begin with and, when the address asks for one that there is not, what is wrong. */
function firstChoice({ post, boards, wanted }: CategoryOptions): Choice {
  if (post !== null) return { board: post.boardType, problem: null };
  if (wanted === undefined) return { board: boards[0] ?? null, problem: null };
  const found = findLectureBoard(wanted)?.type;
  return found !== undefined && boards.includes(found)
    ? { board: found, problem: null }
    : { board: null, problem: TEXTS.lectureBoardInvalid };
}

/** In which tab a post stands, and whether its question is asked without a name. */
export function useCategory(options: CategoryOptions) {
  const { post, boards } = options;
  const [{ board, problem }, set] = useState(() => firstChoice(options));
  const [isTicked, setTicked] = useState(post?.anonymous ?? false);
  const choose = (value: string) =>
    set({ board: findLectureBoard(value)?.type ?? null, problem: null });
  const allowsAnonymous = board !== null && LECTURE_BOARDS[board].allowsAnonymous;
  return {
    board,
    problem,
    isTicked,
    allowsAnonymous,
    isAnonymous: allowsAnonymous && isTicked,
    choose,
    setTicked,
    /** As a draft keeps it; settled posts keep nothing. */
    choices: post === null ? `${board ?? ''}/${isTicked ? 'anonymous' : ''}` : '',
    restore(choices: string) {
      const [place = '', how] = choices.split('/');
      if (boards.some((known) => known === place)) choose(place);
      setTicked(how === 'anonymous');
    },
    /** Says that the category is missing; true when it is there. */
    check(): boolean {
      if (board === null) set({ board, problem: problem ?? TEXTS.lecturePostRequired });
      return board !== null;
    },
  };
}

export type Category = ReturnType<typeof useCategory>;
