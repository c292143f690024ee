import { BOARDS, canPin } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { CalendarClock, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../entities/member/me.ts';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { usePin } from './use-pin.ts';

const PinDialog = lazyPart(async () => (await import('./pin-dialog.tsx')).PinDialog);

/** Menu entries to pin a post and to end its pin, for the staff of its board, and their dialog. */
export function usePinMenu(post: PostDetail) {
  const { data: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  const pin = usePin(post.id);
  if (!canPin(BOARDS[post.boardType], me?.roles ?? [])) return { items: [], dialog: null };
  const unpin = () =>
    pin.mutate(null, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => void alertFailure('고정을 해제하지 못했습니다.', error),
    });
  const open = () => setOpen(true);
  const items: MenuItem[] = post.pinned
    ? [
        { label: '고정 기간 바꾸기', icon: <CalendarClock size={16} />, onSelect: open },
        { label: '고정 해제', icon: <PinOff size={16} />, onSelect: unpin },
      ]
    : [{ label: '맨 위에 고정', icon: <Pin size={16} />, onSelect: open }];
  return { items, dialog: isOpen && <PinDialog post={post} onClose={() => setOpen(false)} /> };
}
