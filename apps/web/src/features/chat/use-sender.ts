import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { chatKeys } from '../../entities/chat/chat-keys.ts';
import { api } from '../../lib/api/api.ts';
import { addToLog, roomsQuery } from './chat.queries.ts';
import { withSent } from './chat.rooms.ts';
import { createMessageSender, type MessageSender } from './outbox-sender.ts';

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
      client.setQueryData(
        roomsQuery.queryKey,
        (rooms) => rooms && withSent(rooms, roomId, sentMessage),
      );
    },
    onRefused: () => void client.invalidateQueries({ queryKey: chatKeys.rooms }),
  });
}

export function useSender(): MessageSender {
  const client = useQueryClient();
  const sender = senders.get(client) ?? createSender(client);
  senders.set(client, sender);
  return sender;
}
