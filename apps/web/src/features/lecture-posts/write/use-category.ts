import { findLectureBoard, LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';

type CategoryOptions = {
  post: LecturePost | null;
  boards: readonly LectureBoardType[];
  requestedTab: string | undefined;
};

type Choice = { board: LectureBoardType | null; problem: string | null };

/** The initial tab; an error when the address names an invalid one. */
function firstChoice({ post, boards, requestedTab }: CategoryOptions): Choice {
  if (post !== null) return { board: post.boardType, problem: null };
  if (requestedTab === undefined) return { board: boards[0] ?? null, problem: null };
  const found = findLectureBoard(requestedTab)?.type;
  return found !== undefined && boards.includes(found)
    ? { board: found, problem: null }
    : { board: null, problem: TEXTS.lectureBoardInvalid };
}

/** Tab and anonymity of a post being written. */
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
    /** Serialised for the draft; empty for existing posts, which cannot change them. */
    choices: post === null ? `${board ?? ''}/${isTicked ? 'anonymous' : ''}` : '',
    restore(choices: string) {
      const [boardType = '', how] = choices.split('/');
      if (boards.some((known) => known === boardType)) choose(boardType);
      setTicked(how === 'anonymous');
    },
    /** Shows an error when no category is chosen. */
    check(): boolean {
      if (board === null) set({ board, problem: problem ?? TEXTS.lecturePostRequired });
      return board !== null;
    },
  };
}

export type Category = ReturnType<typeof useCategory>;
