import type { Lecture } from '@naru/contract/lectures';
import { Star } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import { useAddLecture } from '../use-add-lecture.ts';
import { useRemoveLecture } from '../use-remove-lecture.ts';

export function StarButton({ lecture }: { lecture: Lecture }) {
  const { add, pending } = useAddLecture();
  const remove = useRemoveLecture();
  const { isMarked } = lecture;
  return (
    <button
      type="button"
      aria-pressed={isMarked}
      aria-busy={pending || undefined}
      onClick={() => {
        if (!pending) void (isMarked ? remove(lecture) : add(lecture));
      }}
      className="inline-flex h-10 shrink-0 items-center gap-2 rounded-full border border-current px-4 font-bold text-md transition-opacity duration-100 hover:opacity-80 focus-visible:outline-current max-md:h-11 max-md:gap-1.5 max-md:px-3"
    >
      <Star size={18} className={cx(isMarked && 'fill-current')} />
      {isMarked ? '내 시간표' : '시간표에 추가'}
    </button>
  );
}
