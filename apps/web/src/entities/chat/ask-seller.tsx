import type { PostDetail } from '@naru/contract/posts';
import { useMutation } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useWriteIn } from './use-open-room.ts';

/** Not about own items and those of members who left. */
export function mayAsk({ isAuthor, writerId, blocked }: PostDetail): boolean {
  return !isAuthor && writerId !== null && !blocked;
}

type AskSellerProps = { post: PostDetail; className?: string };

/** Opens the chat room about an item with its seller. */
export function AskSeller({ post, className = 'mb-5 h-11 max-sm:w-full' }: AskSellerProps) {
  const writeIn = useWriteIn();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /api/mail/item/:postId', { params: { postId: post.id } }),
    onSuccess: ({ roomId }) => writeIn(roomId),
    onError: (error) => toast.error(messageOf(error, '채팅방을 열지 못했습니다.')),
  });
  if (!mayAsk(post)) return null;
  return (
    <Button
      variant="primary"
      icon={<MessageCircleQuestion size={18} />}
      pending={isPending}
      onClick={() => mutate()}
      className={className}
    >
      판매자에게 문의
    </Button>
  );
}
