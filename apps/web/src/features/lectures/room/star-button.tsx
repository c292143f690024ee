import type { Lecture } from '@naru/contract/lectures';
import { Star } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import { useAddLecture } from '../use-add-lecture.ts';
import { useRemoveLecture } from '../use-remove-lecture.ts';

/** The favorite star: the lecture goes into the timetable, or out of it (decisions 137). */
export function StarButton({ lecture }: { lecture: Lecture }) {
  const { add, pending } = useAddLecture();
  const remove = useRemoveLecture();
  const { isMarked } = lecture;
  return (
    <button
      type="button"
      aria-pressed={isMarked}
      aria-label="즐겨찾기"
      aria-busy={pending || undefined}
      title={isMarked ? '내 시간표에 있는 강의' : '내 시간표에 추가'}
      onClick={() => {
        if (!pending) void (isMarked ? remove(lecture) : add(lecture));
      }}
      className="inline-flex h-10 shrink-0 items-center gap-2 rounded-full border border-current px-4 font-bold text-md transition-opacity duration-100 hover:opacity-80 focus-visible:outline-current max-md:size-11 max-md:justify-center max-md:px-0"
    >
      <Star size={18} aria-hidden="true" className={cx(isMarked && 'fill-current')} />
      <span aria-hidden="true" className="max-md:hidden">
        {isMarked ? '내 시간표' : '시간표에 추가'}
      </span>
    </button>
  );
}
