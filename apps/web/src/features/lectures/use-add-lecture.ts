import { ERRORS } from '@naru/contract/errors';
import type { Lecture } from '@naru/contract/lectures';
import { DONE } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { alertDialog, confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { useMark } from './lectures.mutations.ts';
import { marksQuery } from './lectures.queries.ts';
import { findObstacle } from './timetable/layout.ts';

type Conflicts = readonly { id: number; title: string }[];

function askToReplace(lecture: Lecture, conflicts: Conflicts): Promise<boolean> {
  const names = conflicts.map(({ title }) => title).join(', ');
  return confirmDialog({
    title: ERRORS.LECTURE_OVERLAP.message,
    body: `겹치는 강의: ${names}\n시간표에서 빼고 ‘${lecture.title}’ 강의로 바꿀까요?`,
    confirmLabel: '바꾸기',
  });
}

function alertDuplicate(): Promise<void> {
  return alertDialog({ title: ERRORS.LECTURE_MARKED.message });
}

/** `add` offers to replace conflicting lectures; resolves to whether the lecture is in the timetable. */
export function useAddLecture() {
  const client = useQueryClient();
  const mark = useMark();

  async function send(lecture: Lecture, replaced: Conflicts): Promise<boolean> {
    try {
      await mark.mutateAsync({ lecture, isMarked: true, replaced: replaced.map(({ id }) => id) });
      toast.success(DONE.lectureMarked);
      return true;
    } catch (error) {
      return recover(lecture, error);
    }
  }

  async function recover(lecture: Lecture, error: unknown): Promise<boolean> {
    const { code, conflicts } = error instanceof ApiError ? error : {};
    if (code === 'LECTURE_MARKED') {
      await alertDuplicate();
      return true;
    }
    if (code !== 'LECTURE_OVERLAP' || conflicts === undefined) {
      toast.error(messageOf(error, '시간표에 추가하지 못했습니다. 다시 시도해 주세요.'));
      return false;
    }
    return (await askToReplace(lecture, conflicts)) && send(lecture, conflicts);
  }

  const add = async (lecture: Lecture): Promise<boolean> => {
    const marks = client.getQueryData(marksQuery(lecture).queryKey) ?? [];
    const obstacle = findObstacle(marks, lecture);
    if (obstacle?.kind === 'duplicate') {
      await alertDuplicate();
      return true;
    }
    const conflicts = obstacle?.conflicts ?? [];
    const shouldAdd = conflicts.length === 0 || (await askToReplace(lecture, conflicts));
    return shouldAdd && send(lecture, conflicts);
  };

  return { add, pending: mark.isPending };
}
