import type { Lecture } from '@naru/contract/lectures';
import { messageOf } from '../../lib/api/api-error.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { useUnmark } from './lectures.mutations.ts';
import { LECTURE_TEXTS } from './lectures.texts.ts';
import { rescueFocus } from './rescue-focus.ts';

/** Removes a lecture from the timetable after confirmation. */
export function useRemoveLecture() {
  const unmark = useUnmark();
  return async (lecture: Lecture): Promise<void> => {
    const isSure = await confirmDialog({
      title: '시간표에서 뺄까요?',
      body: `‘${lecture.title}’ 강의의 모든 시간이 시간표에서 빠집니다. 강의실은 그대로 남습니다.`,
      confirmLabel: '빼기',
      danger: true,
    });
    if (!isSure) return;
    try {
      await unmark.mutateAsync(lecture);
      toast.success(LECTURE_TEXTS.removed);
      rescueFocus();
    } catch (error) {
      toast.error(messageOf(error, LECTURE_TEXTS.removeFailed));
    }
  };
}
