import type { ChatMessage } from '@naru/contract/chat';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { chatKeys } from '../../entities/chat/chat-keys.ts';
import { api } from '../../lib/api/api.ts';
import { createClientId } from '../../lib/client-id.ts';
import { liveState } from '../../lib/live/live.ts';
import { useLiveEvent } from '../../lib/live/use-live.ts';
import { noteOwnWriting } from '../../lib/own-writing.ts';
import { useStore } from '../../lib/store.ts';
import { advanceRead } from './chat.log.ts';
import { addToLog, changeLog, roomsQuery } from './chat.queries.ts';
import { withSent } from './chat.rooms.ts';
import { outbox, pendingIn, removeArrived, removePending, restorePending } from './outbox.ts';
import { createMessageSender, type MessageSender } from './outbox-sender.ts';

const NONE: readonly ChatMessage[] = [];

export function useOutbox(memberId: number, roomId: number, messages = NONE) {
  const sender = useSender();
  const all = useStore(outbox);
  const items = useMemo(() => pendingIn(all, memberId, roomId), [all, memberId, roomId]);
  useEffect(() => restorePending(memberId, roomId), [memberId, roomId]);
  useEffect(() => removeArrived(messages, memberId, roomId), [messages, memberId, roomId]);
  return {
    items,
    /** Returns false while the same text is pending. */
    send: (content: string) =>
      sender.send({
        clientId: createClientId(),
        memberId,
        roomId,
        content,
        date: new Date().toISOString(),
        state: 'sending',
        reason: null,
        isOffline: false,
      }),
    resend: sender.resend,
    discard: removePending,
  };
}

/** One per query client, so that sending continues after the page unmounts. */
const senders = new WeakMap<QueryClient, MessageSender>();

function createSender(client: QueryClient): MessageSender {
  return createMessageSender({
    async post({ roomId, content, clientId }) {
      const { sentMessage } = await api('POST /api/mail/send-mail/:roomId', {
        params: { roomId },
        body: { content, clientId },
      });
      addToLog(client, roomId, sentMessage);
      noteOwnWriting();
      client.setQueryData(
        roomsQuery.queryKey,
        (rooms) => rooms && withSent(rooms, roomId, sentMessage),
      );
    },
    onRefused: () => void client.invalidateQueries({ queryKey: chatKeys.rooms }),
  });
}

function useSender(): MessageSender {
  const client = useQueryClient();
  const sender = senders.get(client) ?? createSender(client);
  senders.set(client, sender);
  return sender;
}

/** Applies live events to the cached logs and resends the outbox on reconnect. */
export function useChatLive(myId: number): void {
  const client = useQueryClient();
  const sender = useSender();
  useLiveEvent('mail', ({ roomId, message }) => {
    addToLog(client, roomId, message);
    removeArrived([message], myId, roomId);
  });
  useLiveEvent('mail-read', ({ roomId, memberId, readId }) => {
    if (memberId !== myId) changeLog(client, roomId, (log) => advanceRead(log, readId));
  });
  useEffect(() => {
    const stop = sender.keepTrying(myId);
    const unsubscribe = liveState.subscribe(() => {
      if (liveState.get() === 'live') sender.resendOffline();
    });
    window.addEventListener('online', sender.resendOffline);
    return () => {
      stop();
      unsubscribe();
      window.removeEventListener('online', sender.resendOffline);
    };
  }, [sender, myId]);
}
