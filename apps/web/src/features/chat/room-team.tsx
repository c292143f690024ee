import type { ChatRoom } from '@naru/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { api } from '../../lib/api/api.ts';
import { postPath } from '../../lib/paths.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { recallInLog } from './chat.queries.ts';

/** The recruiting post whose team talks here, above the messages. */
export function RoomTeam({ team: { postId, title } }: { team: NonNullable<ChatRoom['team']> }) {
  const look =
    'flex min-h-14 items-center gap-3 border-line border-b bg-paper px-4 py-2 max-md:px-3';
  if (title === '') {
    return (
      <p className={`${look} text-ink-3`}>
        모집 글은 더 볼 수 없습니다. 팀 채팅방은 계속 쓸 수 있습니다.
      </p>
    );
  }
  return (
    <Link to={postPath('team', postId)} className={`${look} hover:bg-hover`}>
      <bdi className="min-w-0 flex-1 truncate font-semibold">{title}</bdi>
      <ChevronRight size={18} className="shrink-0 text-ink-3" />
    </Link>
  );
}

/** Lets the author of the post remove messages of the room, after a question. */
export function removeOfTeam(client: QueryClient, roomId: number, postId: number) {
  return async (messageId: number) => {
    const isSure = await confirmDialog({
      title: '메시지를 삭제할까요?',
      body: '모든 참여자에게 ‘삭제된 메시지’로 보이고, 되돌릴 수 없습니다.',
      confirmLabel: '삭제',
      danger: true,
    });
    if (!isSure) return;
    try {
      const params = { id: postId, messageId };
      const { message, recalled } = await api('POST /api/team/:id/remove/:messageId', { params });
      recallInLog(client, roomId, recalled);
      toast.success(message);
    } catch (error) {
      void alertFailure('메시지를 삭제하지 못했습니다.', error);
    }
  };
}
