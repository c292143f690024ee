import type { Lecture } from '@naru/contract/lectures';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { toast } from '../../../ui/toast.ts';
import { planCalls, usePlanChange } from './plans.queries.ts';

/** Takes lectures out of a plan; until another plan is shown they can be brought back. */
export function usePlanLectures(plan: TimetablePlan | null) {
  const { mutate } = usePlanChange();
  const [removed, setRemoved] = useState<{ planId: number; lectures: readonly Lecture[] }>();
  const planId = plan?.id ?? 0;
  const left = removed?.planId === planId ? removed.lectures : [];
  const onError = (error: unknown) => toast.error(messageOf(error));
  return {
    /** Those that were taken out and are not in it again. */
    removed: left.filter(({ id }) => !plan?.lectures.some((known) => known.id === id)),
    remove: (lecture: Lecture) => {
      const others = left.filter(({ id }) => id !== lecture.id);
      setRemoved({ planId, lectures: [...others, lecture] });
      mutate(() => planCalls.removeLecture(planId, lecture.id), { onError });
    },
    bringBack: (lecture: Lecture) =>
      mutate(() => planCalls.addLecture(planId, lecture.id), { onError }),
  };
}

export type PlanLectures = ReturnType<typeof usePlanLectures>;
