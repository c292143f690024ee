import type { Lecture } from '@naru/contract/lectures';
import type { Schedule, Term } from '@naru/contract/timetable';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { useQuery } from '@tanstack/react-query';
import { entriesQuery, marksQuery } from '../lectures.queries.ts';
import { useAddToPlan } from '../plans/use-add-to-plan.ts';
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
