import { Bookmark, Heart } from 'lucide-react';
import { formatCount } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { type LikeState, usePostLike, usePostScrap } from './reactions.queries.ts';

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

type ScrapButtonProps = {
  postId: number;
  isScrapped: boolean;
  show: (isScrapped: boolean) => void;
};

export function ScrapButton(props: ScrapButtonProps) {
  const { isScrapped } = props;
  const scrap = usePostScrap(props);
  return (
    <button
      type="button"
      aria-pressed={isScrapped}
      onClick={() => scrap.mutate(!isScrapped)}
      className={buttonClass(
        { size: 'sm' },
        cx('max-md:w-11 max-md:px-0', isScrapped && 'border-sea bg-sea-weak text-sea'),
      )}
    >
      <Bookmark size={16} className={cx(isScrapped && 'fill-current')} />
      <span className="max-md:sr-only">스크랩</span>
    </button>
  );
}
