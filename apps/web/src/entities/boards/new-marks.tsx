import { LIMITS } from '@naru/contract/limits';
import { cx } from '../../ui/cx.ts';

/** A quiet dot beside what has come since the last visit; in the margin of its row, so that nothing moves. */
export function NewDot({ className }: { className?: string }) {
  return (
    <span className={cx('absolute size-1.5 rounded-full bg-sea', className)}>
      <span className="sr-only">새 글 </span>
    </span>
  );
}

/** The number of new posts of a board; nothing for none. */
export function NewCount({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  const text = count >= LIMITS.newPostsMax ? `${LIMITS.newPostsMax}+` : String(count);
  return (
    <span
      className={cx(
        'shrink-0 rounded-full bg-sea-weak px-1.5 font-bold text-sea text-xs leading-5',
        className,
      )}
    >
      <span className="sr-only">새 글 </span>
      {text}
      <span className="sr-only">개</span>
    </span>
  );
}
