import type { PostItem } from '@naru/contract/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowUpToLine } from 'lucide-react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { accountKeys, postKeys } from '../keys.ts';

type BumpButtonProps = { postId: number; title: string; className?: string };

/** Moves an own item to the top of the market, once a day. */
export function BumpButton({ postId, title, className }: BumpButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /api/post/:id/bump', { params: { id: postId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, '끌어올리지 못했습니다.')),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: postKeys.all });
      void client.invalidateQueries({ queryKey: accountKeys.allActivity });
    },
  });
  return (
    <Button
      size="sm"
      icon={<ArrowUpToLine size={15} />}
      aria-label={`‘${title}’ 끌어올리기`}
      pending={isPending}
      onClick={() => mutate()}
      className={cx('max-md:min-h-11', className)}
    >
      끌어올리기
    </Button>
  );
}

const DAY_LENGTH = 10;
const KST_MS = 9 * 60 * 60 * 1000;

type Moved = Pick<PostItem, 'tradeStatus' | 'createdDate' | 'bumpedDate' | 'blinded'>;

/** Not while it is sold, and not on the Korean day of its writing or of the last move. */
export function isBumpable(post: Moved, now = serverNow()): boolean {
  const today = new Date(now + KST_MS).toISOString().slice(0, DAY_LENGTH);
  const last = (post.bumpedDate ?? post.createdDate).slice(0, DAY_LENGTH);
  return post.tradeStatus !== 'SOLD' && !post.blinded && last < today;
}
