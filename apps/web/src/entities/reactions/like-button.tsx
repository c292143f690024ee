import { Heart } from 'lucide-react';
import { formatCount } from '../../lib/format/numbers.ts';
import { cx } from '../../ui/cx.ts';
import { type LikeState, usePostLike } from './reactions.queries.ts';

type LikeButtonProps = { postId: number; state: LikeState; show: (state: LikeState) => void };

/** Updates optimistically and settles on the server's count. */
export function LikeButton(props: LikeButtonProps) {
  const { isLike, likeCount } = props.state;
  const like = usePostLike(props);
  return (
    <>
      <button
        type="button"
        aria-pressed={isLike}
        onClick={() => like.mutate(!isLike)}
        className={cx(
          'inline-flex h-11 select-none items-center gap-2 rounded-full border px-5 font-bold text-md transition-colors duration-100',
          isLike
            ? 'border-buoy bg-buoy-weak text-buoy'
            : 'border-line-strong bg-paper text-ink hover:bg-hover active:bg-line',
        )}
      >
        <Heart
          size={18}
          className={cx('transition-transform duration-150', isLike && 'scale-110 fill-current')}
        />
        좋아요
        <span>{formatCount(likeCount)}</span>
      </button>
      <span role="status" className="sr-only">
        좋아요 {likeCount}개
      </span>
    </>
  );
}
