import type { Lecture } from '@naru/contract/lectures';
import { messageOf } from '../../lib/api/api-error.ts';
import { type ConfirmOptions, confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { useMark } from './lectures.mutations.ts';

export function useRemoveLecture() {
  const mark = useMark();
  return (lecture: Lecture) =>
    confirmRemoval({
      title: '시간표에서 뺄까요?',
      body: `‘${lecture.title}’ 강의의 모든 시간이 시간표에서 빠집니다. 강의실은 그대로 남습니다.`,
      confirmLabel: '빼기',
      run: () => mark.mutateAsync({ lecture, isMarked: false }),
      done: '시간표에서 뺐습니다.',
      failed: '시간표에서 빼지 못했습니다. 다시 시도해 주세요.',
    });
}

type Removal = ConfirmOptions & { run: () => Promise<unknown>; done: string; failed: string };

/** Asks for confirmation, runs the removal and shows its result; true when it succeeded. */
export async function confirmRemoval({ run, done, failed, ...question }: Removal) {
  if (!(await confirmDialog({ ...question, danger: true }))) return false;
  try {
    await run();
    toast.success(done);
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
