import type { Lecture } from '@naru/contract/lectures';
import { DONE } from '@naru/contract/texts';
import { messageOf } from '../../lib/api/api-error.ts';
import { type ConfirmOptions, confirmDialog } from '../../ui/ask.ts';
import { toast, UNDO } from '../../ui/toast.ts';
import { useMark } from './lectures.mutations.ts';
import { useAddLecture } from './use-add-lecture.ts';

/**
 * Takes a lecture off the timetable; the message offers to put it back. Only a members-only room asks first, since
 * its entry code would be needed again.
 */
export function useRemoveLecture() {
  const mark = useMark();
  const { add } = useAddLecture();
  const run = (lecture: Lecture) => mark.mutateAsync({ lecture, isMarked: false });
  return async (lecture: Lecture) => {
    const removal = {
      run: () => run(lecture),
      done: DONE.lectureUnmarked,
      failed: '시간표에서 빼지 못했습니다. 다시 시도해 주세요.',
    };
    if (lecture.membersOnly) {
      return confirmRemoval({
        ...removal,
        title: '시간표에서 뺄까요?',
        body: `‘${lecture.title}’ 강의실에 다시 들어가려면 입장 코드가 필요합니다.`,
        confirmLabel: '빼기',
      });
    }
    return remove({
      ...removal,
      undo: { label: UNDO, onClick: () => void add({ ...lecture, isMarked: false }) },
    });
  };
}

type Removal = {
  run: () => Promise<unknown>;
  done: string;
  failed: string;
  undo?: { label: string; onClick: () => void };
};

/** Asks for confirmation before `remove`. */
export async function confirmRemoval({ run, done, failed, ...question }: Removal & ConfirmOptions) {
  if (!(await confirmDialog({ ...question, danger: true }))) return false;
  return remove({ run, done, failed });
}

/** Runs the removal and shows its result; true when it succeeded. */
async function remove({ run, done, failed, undo }: Removal): Promise<boolean> {
  try {
    await run();
    toast.success(done, undo);
    rescueFocus();
    return true;
  } catch (error) {
    toast.error(messageOf(error, failed));
    return false;
  }
}

/** Moves the focus to the page heading after the focused element was removed. */
function rescueFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
}
