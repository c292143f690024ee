import { ERRORS } from '@naru/contract/errors';
import type { Lecture } from '@naru/contract/lectures';
import type { Schedule, Term } from '@naru/contract/timetable';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { useQuery } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { alertDialog, confirmDialog } from '../../../ui/ask.ts';
import { toast } from '../../../ui/toast.ts';
import type { Conflict } from '../lectures.mutations.ts';
import { entriesQuery, marksQuery } from '../lectures.queries.ts';
import { planCalls, usePlanChange } from '../plans/plans.queries.ts';
import { useAddLecture } from '../use-add-lecture.ts';

const TO_TIMETABLE = { badge: '내 시간표', add: '추가', added: '추가됨' };
const TO_PLAN = { badge: '계획', add: '담기', added: '담음' };

/** Where the catalogue puts lectures: the timetable, or the open plan. */
export type Target = {
  words: typeof TO_TIMETABLE;
  /** What is there, to mark overlaps. */
  items: readonly { schedules: readonly Schedule[] }[];
  has: (lecture: Lecture) => boolean;
  add: (lecture: Lecture) => Promise<void>;
};

export function useTarget(term: Term, plan: TimetablePlan | null): Target {
  const { data: marks = [] } = useQuery(marksQuery(term));
  const { data: entries = [] } = useQuery(entriesQuery(term));
  const { add } = useAddLecture();
  const addToPlan = useAddToPlan(plan);
  if (plan === null) {
    const has = (lecture: Lecture) => lecture.isMarked;
    return { words: TO_TIMETABLE, items: [...marks, ...entries], has, add };
  }
  return {
    words: TO_PLAN,
    items: [...plan.lectures, ...plan.entries],
    has: (lecture) => plan.lectures.some(({ id }) => id === lecture.id),
    add: addToPlan,
  };
}

/** Puts a lecture into a plan; offers to replace what it overlaps. */
function useAddToPlan(plan: TimetablePlan | null) {
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
