import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import type { Me } from '@naru/contract/members';
import { TEXTS } from '@naru/contract/texts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { chatKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from '../../lib/draft.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast, UNDO } from '../../ui/toast.ts';
import { evictLog, roomsQuery } from './chat.queries.ts';
import { dropRoom, outbox, pendingIn, putBack } from './outbox.ts';

export function chatDraftKey(memberId: number, roomId: number): DraftKey {
  return { memberId, boardType: 'mail', postId: roomId };
}

const loadChatDraft = (key: DraftKey) =>
  loadDraft(key, (value): value is unknown => value !== null);

/** Asks before something unsent is lost: texts come back only while the page is open, pictures never. */
async function mayExit(memberId: number, roomId: number): Promise<boolean> {
  const unsent = pendingIn(outbox.get(), memberId, roomId);
  if (unsent.length === 0 && loadChatDraft(chatDraftKey(memberId, roomId)) === null) return true;
  return confirmDialog({
    title: '채팅방에서 나갈까요?',
    body: unsent.some(({ picture }) => picture !== null)
      ? '아직 보내지 않은 사진이 사라지며, 나가기를 되돌려도 돌아오지 않습니다.'
      : '아직 보내지 않은 메시지가 사라집니다.',
    confirmLabel: '나가기',
    danger: true,
  });
}

/** What a member has written in a room and not sent, on this device. */
function takeWriting(memberId: number, roomId: number) {
  const key = chatDraftKey(memberId, roomId);
  const draft = loadChatDraft(key);
  const unsent = dropRoom(memberId, roomId);
  removeDraft(key);
  return () => {
    if (draft) saveDraft(key, draft.content);
    putBack(unsent);
  };
}

/**
 * Returns a function that leaves a room and clears its local data; the message that says so offers to undo it,
 * which brings back both.
 */
export function useExitRoom(
  memberId: number,
  roomId: number,
  onLeft: () => void,
  onReturn: () => void,
) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: chatKeys.rooms });
  const rejoin = useMutation({
    mutationFn: (_putBack: () => void) =>
      api('POST /api/mail/rejoin-room/:roomId', { params: { roomId } }),
    onSuccess: async ({ message }, putWritingBack) => {
      putWritingBack();
      toast.success(message);
      await onSettled();
      onReturn();
    },
    onError: (error) =>
      toast.error(messageOf(error, '채팅방으로 돌아오지 못했습니다. 다시 시도해 주세요.')),
  });
  const { mutate } = useMutation({
    mutationFn: () => api('DELETE /api/mail/exit-room/:roomId', { params: { roomId } }),
    onSuccess: ({ message }) => {
      const putWritingBack = takeWriting(memberId, roomId);
      toast.success(message, {
        label: UNDO,
        onClick: () => rejoin.mutate(putWritingBack),
      });
      client.setQueryData(roomsQuery.queryKey, (rooms) => rooms && withoutRoom(rooms, roomId));
      onLeft();
      evictLog(client, roomId);
    },
    onError: (error) => toast.error(messageOf(error, '채팅방에서 나가지 못했습니다.')),
    onSettled,
  });
  return async () => {
    if (await mayExit(memberId, roomId)) mutate();
  };
}

/** Keeps a room off the devices of the member, or lets it on again. */
export function useMuteRoom(roomId: number) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (muted: boolean) =>
      api('PUT /api/mail/mute-room/:roomId', { params: { roomId }, body: { muted } }),
    onSuccess: ({ isMuted }) => {
      client.setQueryData(roomsQuery.queryKey, (rooms) =>
        rooms?.map((room) => (room.roomId === roomId ? { ...room, isMuted } : room)),
      );
      toast.success(
        isMuted ? '이 채팅방의 기기 알림을 껐습니다.' : '이 채팅방의 기기 알림을 켰습니다.',
      );
    },
    onError: (error) => toast.error(messageOf(error, '바꾸지 못했습니다. 다시 시도해 주세요.')),
  });
  return (muted: boolean) => mutate(muted);
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
