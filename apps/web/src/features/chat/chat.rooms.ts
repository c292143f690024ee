import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import type { Me } from '@naru/contract/members';
import { TEXTS } from '@naru/contract/texts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { chatKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { type DraftKey, removeDraft } from '../../lib/draft.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { evictLog, roomsQuery } from './chat.queries.ts';
import { dropRoom } from './outbox.ts';

export function chatDraftKey(memberId: number, roomId: number): DraftKey {
  return { memberId, boardType: 'mail', postId: roomId };
}

/** Returns a function that leaves a room after a confirmation and clears its local data. */
export function useExitRoom(memberId: number, roomId: number, onLeft: () => void) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api('DELETE /api/mail/exit-room/:roomId', { params: { roomId } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      dropRoom(memberId, roomId);
      removeDraft(chatDraftKey(memberId, roomId));
      client.setQueryData(roomsQuery.queryKey, (rooms) => rooms && withoutRoom(rooms, roomId));
      onLeft();
      evictLog(client, roomId);
    },
    onError: (error) => toast.error(messageOf(error, '채팅방에서 나가지 못했습니다.')),
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.rooms }),
  });
  return async () => {
    const isSure = await confirmDialog({
      title: '채팅방에서 나갈까요?',
      body: '지금까지의 대화가 내 목록에서 사라집니다. 상대방의 대화는 남아 있고, 새 메시지가 오면 채팅방이 다시 나타납니다.',
      confirmLabel: '나가기',
      danger: true,
    });
    if (isSure) mutate();
  };
}

type Rooms = readonly ChatRoom[];

/** Moves the room of a sent message to the front, with the message as preview. */
export function withSent(rooms: Rooms, roomId: number, message: ChatMessage): ChatRoom[] {
  const room = rooms.find((other) => other.roomId === roomId);
  if (!room) return [...rooms];
  const lastMessage = message.picture
    ? TEXTS.pictureMessage
    : message.content.replace(/\s+/gu, ' ').trim();
  const touched = { ...room, lastMessage, lastDate: message.date };
  return [touched, ...rooms.filter((other) => other.roomId !== roomId)];
}

export function withRead(rooms: Rooms, roomId: number): ChatRoom[] {
  return rooms.map((room) => (room.roomId === roomId ? { ...room, newMailCount: 0 } : room));
}

export function withoutRoom(rooms: Rooms, roomId: number): ChatRoom[] {
  return rooms.filter((room) => room.roomId !== roomId);
}

/** Marks a room as read optimistically; refetches after a failure. */
async function markRead(client: QueryClient, roomId: number): Promise<void> {
  const rooms = client.getQueryData(roomsQuery.queryKey);
  const unread = rooms?.find((room) => room.roomId === roomId)?.newMailCount ?? 0;
  if (unread > 0) {
    client.setQueryData(roomsQuery.queryKey, (list) => list && withRead(list, roomId));
    client.setQueryData(
      meQuery.queryKey,
      (me: Me | undefined) => me && { ...me, newMailCount: Math.max(0, me.newMailCount - unread) },
    );
  }
  try {
    await api('PUT /api/mail/read-room/:roomId', { params: { roomId } });
  } catch (error) {
    void client.invalidateQueries({ queryKey: chatKeys.rooms });
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
    throw error;
  }
}

function hasAttention(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/**
 * Marks the room as read when it opens and on each new message of the partner, but only while the
 * tab has the focus. `newestId` is null until the log is loaded.
 */
export function useMarkRead(roomId: number, newestId: number | null): void {
  const client = useQueryClient();
  const done = useRef(-1);
  useEffect(() => {
    const attempt = () => {
      if (newestId === null || done.current >= newestId || !hasAttention()) return;
      done.current = newestId;
      markRead(client, roomId).catch(() => {
        // Retried on the next message or focus.
        done.current = -1;
      });
    };
    attempt();
    window.addEventListener('focus', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      window.removeEventListener('focus', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, [client, roomId, newestId]);
}
