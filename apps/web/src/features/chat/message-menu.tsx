import { LIMITS } from '@naru/contract/limits';
import { Copy, EllipsisVertical, Siren, Undo2 } from 'lucide-react';
import { serverNow } from '../../lib/clock.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import type { ShownMessage } from './chat.rows.ts';

export type MessageActions = {
  onRecall: (messageId: number) => void;
  onReport: (message: ShownMessage) => void;
};

type MessageMenuProps = MessageActions & {
  message: ShownMessage;
  isMine: boolean;
  /** Whose message it is, such as ‘내’. */
  owner: string;
};

/** What can be done with a message; nothing for one on its way and for a recalled one. */
export function MessageMenu({ message, isMine, owner, ...actions }: MessageMenuProps) {
  const { id, isRecalled, content } = message;
  if (id === null || isRecalled) return null;
  const items: MenuItem[] = [];
  if (content !== '') {
    items.push({ label: '복사', icon: <Copy size={16} />, onSelect: () => void copy(content) });
  }
  if (isMine) {
    const isOver = !isRecallable(message.date);
    items.push({
      label: isOver ? `회수 (${LIMITS.recallMinutes}분이 지났습니다)` : '회수',
      icon: <Undo2 size={16} />,
      disabled: isOver,
      onSelect: () => actions.onRecall(id),
    });
  } else {
    items.push({
      label: '신고',
      icon: <Siren size={16} />,
      danger: true,
      onSelect: () => actions.onReport(message),
    });
  }
  return (
    <LazyMenu
      label={`${owner} ${content === '' ? '사진' : '메시지'} 메뉴`}
      trigger={<EllipsisVertical size={16} />}
      triggerClassName="grid size-7 shrink-0 place-items-center rounded-ctl text-ink-3 hover:bg-hover hover:text-ink max-md:-mx-2 max-md:size-11"
      items={items}
    />
  );
}

/** As far as the page knows; the server decides. */
function isRecallable(date: string): boolean {
  return serverNow() - Date.parse(date) < LIMITS.recallMinutes * 60_000;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('메시지를 복사했습니다.');
  } catch {
    toast.error('복사하지 못했습니다. 글을 길게 눌러 복사해 주세요.');
  }
}
