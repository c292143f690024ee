import type { Lecture } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import type { Term } from '@naru/contract/timetable';
import { useQuery } from '@tanstack/react-query';
import { CopyPlus } from 'lucide-react';
import { studyYearQuery } from '../../../entities/member/study-year.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { toast, UNDO } from '../../../ui/toast.ts';
import { useHasArrived } from '../arriving.ts';
import { useMarkAll } from '../lectures.mutations.ts';
import { entriesQuery, marksQuery } from '../lectures.queries.ts';
import { yearIn } from './own-year.ts';

/** One lecture is added by its own button. */
const FEWEST = 2;
/** The offer names only lectures that can be added, so these mean that one has changed since. */
const CHANGED: readonly string[] = [
  'LECTURE_OVERLAP',
  'LECTURE_MARKED',
  'LECTURE_NOT_FOUND',
  'LECTURE_CODE_REQUIRED',
];

/** What the offer depends on; without a `year` nothing is offered. */
export function useYearOffer(term: Term, isOffered: boolean) {
  const own = useQuery({ ...studyYearQuery, enabled: isOffered });
  const marks = useQuery(marksQuery(term));
  const entries = useQuery(entriesQuery(term));
  const isKnown = marks.data !== undefined && entries.data !== undefined;
  return {
    isOnItsWay: !useHasArrived([own, marks, entries]),
    year: isOffered && isKnown && own.data ? yearIn(term.year, own.data) : null,
    /** The timetable. */
    has: [...(marks.data ?? []), ...(entries.data ?? [])],
  };
}

/** Nothing else has taken the focus. */
function isLeft(button: HTMLElement): boolean {
  return [document.body, button].includes(document.activeElement as HTMLElement);
}

type YearOfferProps = { year: number; lectures: readonly Lecture[] };

/** Adds the lectures of the member's year of study in one press, which the message takes back. */
export function YearOffer({ year, lectures }: YearOfferProps) {
  const { mutateAsync, isPending } = useMarkAll();
  const ids = lectures.map(({ id }) => id);
  const undo = async () => {
    try {
      const { message } = await mutateAsync({ ids, isMarked: false });
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error, '시간표에서 빼지 못했습니다. 다시 시도해 주세요.'));
    }
  };
  const add = async (button: HTMLElement) => {
    const heading = button.closest('section')?.querySelector('h2');
    try {
      await mutateAsync({ ids, isMarked: true });
      // The button goes, and with it the focus.
      if (isLeft(button)) heading?.focus({ preventScroll: true });
      const done = `강의 ${ids.length}개를 시간표에 추가했습니다.`;
      toast.success(done, { label: UNDO, onClick: () => void undo() });
    } catch (error) {
      const hasChanged = error instanceof ApiError && CHANGED.includes(error.code);
      toast.error(
        hasChanged
          ? '그 사이에 바뀐 강의가 있어 추가하지 않았습니다. 목록을 확인하고 다시 눌러 주세요.'
          : messageOf(error, '시간표에 추가하지 못했습니다. 다시 시도해 주세요.'),
      );
    }
  };
  if (ids.length < FEWEST || ids.length > LIMITS.marksPerTerm) return null;
  return (
    <div className="sticky bottom-0 flex justify-center border-line border-t bg-paper px-4 py-2.5 md:rounded-b-card">
      <Button
        variant="primary"
        className="max-md:w-full"
        icon={<CopyPlus size={18} />}
        pending={isPending}
        onClick={({ currentTarget }) => void add(currentTarget)}
      >
        {year}학년 강의 {ids.length}개 모두 추가
      </Button>
    </div>
  );
}
