import { findLectureBoard, LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { AnonymousBox } from '../../../entities/writing/anonymous-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';

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

type CategoryFieldsProps = {
  category: Category;
  boards: readonly LectureBoardType[];
  /** An existing post keeps its tab and anonymity. */
  isSettled: boolean;
};

export function CategoryFields({ category, boards, isSettled }: CategoryFieldsProps) {
  const { board, problem, choose } = category;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <Field label="카테고리" required error={problem} className="max-md:w-full">
        <Select
          value={board ?? ''}
          disabled={isSettled}
          placeholder={board === null ? '카테고리 선택' : undefined}
          options={boards.map((value) => ({ value, label: LECTURE_BOARDS[value].name }))}
          onChange={(event) => choose(event.target.value)}
          className="min-w-40 max-md:w-full [&>select]:w-full"
        />
      </Field>
      {category.allowsAnonymous && (
        <AnonymousBox
          label="익명으로 질문하기"
          hint={
            isSettled
              ? '등록한 질문의 익명 여부는 바꿀 수 없습니다.'
              : '이름과 프로필은 교수에게도 보이지 않으며, 관리자 두 명이 함께 승인할 때만 확인할 수 있습니다.'
          }
          isTicked={category.isTicked}
          isSettled={isSettled}
          onTick={category.setTicked}
          className="md:pt-7.5"
        />
      )}
    </div>
  );
}
