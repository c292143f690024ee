import { ERRORS } from '@naru/contract/errors';
import type { Lecture } from '@naru/contract/lectures';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { alertDialog, confirmDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import type { Conflict } from '../lectures.mutations.ts';
import { planCalls, usePlanChange } from './plans.queries.ts';

/** Puts a lecture into a plan; offers to replace what it overlaps. */
export function useAddToPlan(plan: TimetablePlan | null) {
  const { mutateAsync } = usePlanChange();

  async function add(lecture: Lecture, replace = false): Promise<void> {
    const planId = plan?.id ?? 0;
    try {
      const { message } = await mutateAsync(() =>
        planCalls.addLecture(planId, lecture.id, replace),
      );
      toast.success(message);
    } catch (error) {
      await handleRefusal(error, lecture);
    }
  }

  async function handleRefusal(error: unknown, lecture: Lecture): Promise<void> {
    const { code, conflicts } = error instanceof ApiError ? error : {};
    if (code === 'LECTURE_MARKED') return alertDialog({ title: ERRORS.LECTURE_MARKED.message });
    if (code === 'LECTURE_OVERLAP' && conflicts) return askToReplace(lecture, conflicts);
    toast.error(messageOf(error, '계획에 담지 못했습니다. 다시 시도해 주세요.'));
  }

  async function askToReplace(lecture: Lecture, conflicts: readonly Conflict[]): Promise<void> {
    const names = conflicts.map(({ title }) => title).join(', ');
    const isSure = await confirmDialog({
      title: ERRORS.LECTURE_OVERLAP.message,
      body: `계획에서 겹치는 것: ${names}\n계획에서 빼고 ‘${lecture.title}’ 강의로 바꿀까요?`,
      confirmLabel: '바꾸기',
    });
    if (isSure) await add(lecture, true);
  }

  return (lecture: Lecture) => add(lecture);
}
