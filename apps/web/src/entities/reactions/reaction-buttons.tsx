import { DONE } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Heart } from 'lucide-react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { alertDialog } from '../../ui/ask.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast, UNDO } from '../../ui/toast.ts';
import { reactionKeys } from '../keys.ts';

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

export type LikeState = { isLike: boolean; likeCount: number };

/** Optimistic like; idempotent. */
export function withLike(state: LikeState, isLike: boolean): LikeState {
  if (state.isLike === isLike) return state;
  return { isLike, likeCount: Math.max(0, state.likeCount + (isLike ? 1 : -1)) };
}

type LikeOptions = {
  postId: number;
  state: LikeState;
  /** Renders a state: optimistic, then stored, or rolled back after a failure. */
  show: (state: LikeState) => void;
};

/** Serialises likes; only the response to the last one is shown. */
export function usePostLike({ postId, state, show }: LikeOptions) {
  const client = useQueryClient();
  const mutationKey = reactionKeys.like(postId);
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: (isLike: boolean) =>
      isLike
        ? api('POST /api/post/:id/like', { params: { id: postId } })
        : api('POST /api/post/:id/unlike', { params: { id: postId } }),
    onMutate: (isLike) => {
      show(withLike(state, isLike));
      return state;
    },
    onSuccess: ({ liked, currentCount }) => {
      if (client.isMutating({ mutationKey }) > 1) return;
      show({ isLike: liked, likeCount: currentCount });
    },
    onError: (error, _, before) => {
      if (before) show(before);
      void alertDialog({ title: '좋아요를 처리하지 못했습니다.', body: messageOf(error) });
    },
  });
}

type ScrapOptions = { postId: number; show: (isScrapped: boolean) => void };

export function usePostScrap({ postId, show }: ScrapOptions) {
  const client = useQueryClient();
  const mutationKey = reactionKeys.scrap(postId);
  const scrap = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: (on: boolean) =>
      on
        ? api('POST /api/post/:id/scrap', { params: { id: postId } })
        : api('POST /api/post/:id/unScrap', { params: { id: postId } }),
    onMutate: (on) => show(on),
    onSuccess: ({ isScrapped }, on) => {
      if (on) toast.success(DONE.scrapped);
      else
        toast.success('스크랩을 취소했습니다.', { label: UNDO, onClick: () => scrap.mutate(true) });
      if (client.isMutating({ mutationKey }) <= 1) show(isScrapped);
    },
    onError: (error, on) => {
      show(!on);
      toast.error(messageOf(error, '스크랩을 저장하지 못했습니다. 다시 시도해 주세요.'));
    },
  });
  return scrap;
}
