import type { Lecture } from '@naru/contract/lectures';
import { confirmRemoval } from './confirm-removal.ts';
import { useUnmark } from './lectures.mutations.ts';

/** Removes a lecture from the timetable after confirmation. */
export function useRemoveLecture() {
  const unmark = useUnmark();
  return (lecture: Lecture) =>
    confirmRemoval({
      title: '시간표에서 뺄까요?',
      body: `‘${lecture.title}’ 강의의 모든 시간이 시간표에서 빠집니다. 강의실은 그대로 남습니다.`,
      confirmLabel: '빼기',
      run: () => unmark.mutateAsync(lecture),
      done: '시간표에서 뺐습니다.',
      failed: '시간표에서 빼지 못했습니다. 다시 시도해 주세요.',
    });
}
