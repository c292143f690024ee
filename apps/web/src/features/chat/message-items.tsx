import { CHAT_REACTIONS, type ChatReaction } from '@naru/contract/chat';

import { LIMITS } from '@naru/contract/limits';
import { Copy, Reply, Siren, Trash2, Undo2 } from 'lucide-react';
import { serverNow } from '../../lib/clock.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import type { ShownMessage } from './chat.rows.ts';
import { GLYPH, ownReaction, REACTION_LOOKS } from './reactions.ts';

export type MessageActions = {
  /** Null while nothing can be sent. */
  onReply: ((message: ShownMessage) => void) | null;
  onReact: ((message: ShownMessage, reaction: ChatReaction | null) => void) | null;
  onRecall: (messageId: number) => void;
  onReport: (message: ShownMessage) => void;
  /** Null unless the member may remove messages of others. */
  onRemove: ((messageId: number) => void) | null;
};

type Parts = MessageActions & { message: ShownMessage; isMine: boolean };

/** What can be done with a message; null for one on its way and for a recalled one. */
export function itemsOf({ message, isMine, ...actions }: Parts) {
  const { id, isRecalled, content } = message;
  if (id === null || isRecalled) return null;
  const { onReply, onReact } = actions;
  const items: MenuItem[] = [];
  if (onReply) {
    items.push({ label: '답장', icon: <Reply size={16} />, onSelect: () => onReply(message) });
  }
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
    const { onRemove } = actions;
    if (onRemove) {
      items.push({
        label: '삭제',
        icon: <Trash2 size={16} />,
        danger: true,
        onSelect: () => onRemove(id),
      });
    }
  }
  const own = ownReaction(message.reactions);
  const reactions: MenuItem[] = CHAT_REACTIONS.map((reaction) => {
    const { glyph, name } = REACTION_LOOKS[reaction];
    const isOwn = reaction === own;
    return {
      label: isOwn ? `${name} 취소` : name,
      icon: <span className={GLYPH}>{glyph}</span>,
      isChosen: isOwn,
      onSelect: () => onReact?.(message, isOwn ? null : reaction),
    };
  });
  return { items, reactions: onReact ? reactions : [] };
}

/** As far as the page knows; the server decides. */
function isRecallable(date: string): boolean {
  return serverNow() - Date.parse(date) < LIMITS.recallMinutes * 60_000;
}

const copy = (text: string) =>
  copyText(text, {
    done: '메시지를 복사했습니다.',
    failed: '복사하지 못했습니다. 다시 시도해 주세요.',
  });
