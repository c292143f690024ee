import type { ChatMessage, ChatQuote } from '@naru/contract/chat';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { chatKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { uploadChatPicture } from '../../lib/api/upload.ts';
import { createClientId } from '../../lib/client-id.ts';
import { liveState, useLiveEvent } from '../../lib/live/live.ts';
import { hasSwitched } from '../../lib/session/session.ts';
import { useStore } from '../../lib/store.ts';
import { advanceRead, reactIn } from './chat.log.ts';
import { addToLog, changeLog, recallInLog, roomsQuery } from './chat.queries.ts';
import { withSent } from './chat.rooms.ts';
import {
  createMessageSender,
  type MessageSender,
  outbox,
  type PendingMessage,
  type PendingPicture,
  pendingIn,
  removeArrived,
  removePending,
  restorePending,
  updatePending,
} from './outbox.ts';

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
    send: (content: string, replyTo: ChatQuote | null = null) =>
      sender.send(newMessage({ memberId, roomId, content, picture: null, replyTo })),
    sendPicture: (picture: PendingPicture, replyTo: ChatQuote | null = null) =>
      void sender.send(newMessage({ memberId, roomId, content: '', picture, replyTo })),
    resend: sender.resend,
    discard: removePending,
  };
}

type Given = Pick<PendingMessage, 'memberId' | 'roomId' | 'content' | 'picture' | 'replyTo'>;

function newMessage(given: Given): PendingMessage {
  const waiting = { state: 'sending', reason: null, isOffline: false } as const;
  return { ...given, ...waiting, clientId: createClientId(), date: new Date().toISOString() };
}

/** One per query client, so that sending continues after the page unmounts. */
const senders = new WeakMap<QueryClient, MessageSender>();

function createSender(client: QueryClient): MessageSender {
  return createMessageSender({
    async post(item) {
      const { roomId } = item;
      const { sentMessage } = await (item.picture === null
        ? postText(item)
        : postPicture(item, item.picture));
      addToLog(client, roomId, sentMessage);
      client.setQueryData(
        roomsQuery.queryKey,
        (rooms) => rooms && withSent(rooms, roomId, sentMessage),
      );
    },
    onRefused: () => void client.invalidateQueries({ queryKey: chatKeys.rooms }),
  });
}

const postText = ({ roomId, content, clientId, replyTo }: PendingMessage) =>
  api('POST /api/mail/send-mail/:roomId', {
    params: { roomId },
    body: { content, clientId, ...(replyTo && { replyTo: replyTo.id }) },
  });

/** Uploads a picture only when the server does not have it, also when it was deleted there since. */
async function postPicture({ roomId, clientId, replyTo }: PendingMessage, picture: PendingPicture) {
  const pictureKey = picture.key ?? (await uploadChatPicture(picture.file));
  if (picture.key === null) updatePending(clientId, { picture: { ...picture, key: pictureKey } });
  try {
    return await api('POST /api/mail/send-picture/:roomId', {
      params: { roomId },
      body: { pictureKey, clientId, ...(replyTo && { replyTo: replyTo.id }) },
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'IMAGE_NOT_READY') {
      updatePending(clientId, { picture: { ...picture, key: null } });
    }
    throw error;
  }
}

function useSender(): MessageSender {
  const client = useQueryClient();
  const sender = senders.get(client) ?? createSender(client);
  senders.set(client, sender);
  return sender;
}

/** Unsent pictures are in memory only; after another member logged in, the page must unload. */
function warnOfPictures(event: BeforeUnloadEvent): void {
  const hasPicture = outbox.get().some(({ picture }) => picture !== null);
  if (hasPicture && !hasSwitched()) event.preventDefault();
}

/** Applies live events to the cached logs and resends the outbox on reconnect. */
export function useChatLive(myId: number): void {
  const client = useQueryClient();
  const sender = useSender();
  useLiveEvent('mail', ({ roomId, message }) => {
    addToLog(client, roomId, message);
    removeArrived([message], myId, roomId);
  });
  useLiveEvent('mail-recalled', ({ roomId, message }) => recallInLog(client, roomId, message));
  useLiveEvent('mail-reacted', ({ roomId, messageId, reactions }) =>
    changeLog(client, roomId, (log) => reactIn(log, messageId, reactions)),
  );
  useLiveEvent('mail-read', ({ roomId, memberId, readId }) => {
    if (memberId !== myId) changeLog(client, roomId, (log) => advanceRead(log, readId));
  });
  useEffect(() => {
    const stop = sender.keepTrying(myId);
    const unsubscribe = liveState.subscribe(() => {
      if (liveState.get() === 'live') sender.resendOffline();
    });
    window.addEventListener('online', sender.resendOffline);
    window.addEventListener('beforeunload', warnOfPictures);
    return () => {
      stop();
      unsubscribe();
      window.removeEventListener('online', sender.resendOffline);
      window.removeEventListener('beforeunload', warnOfPictures);
    };
  }, [sender, myId]);
}
