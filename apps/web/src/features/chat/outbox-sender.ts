import { createSender } from '../../lib/outbox/sender.ts';
import { chatOutbox, type PendingMessage, type RoomKey, type Text } from './outbox.ts';

type SenderParts = {
  /** Sends one message and adds the confirmed one to the log before it resolves. */
  post: (item: PendingMessage) => Promise<void>;
  /** Called on 403 and 404, when the cached room is outdated. */
  onRefused: (roomId: number) => void;
};

export type MessageSender = ReturnType<typeof createMessageSender>;

export function createMessageSender({ post, onRefused }: SenderParts) {
  const { start, sendingWith, ...sender } = createSender<RoomKey, Text>({
    outbox: chatOutbox,
    post,
    onRefused: ({ roomId }, { status }) => {
      if (status === 403 || status === 404) onRefused(roomId);
    },
  });
  return {
    ...sender,
    /** Returns false, without sending, while the same text is pending in this room. */
    send(item: PendingMessage): boolean {
      const isSame = ({ content, picture }: PendingMessage) =>
        item.picture === null && picture === null && content === item.content;
      if (sendingWith(item).some(isSame)) return false;
      chatOutbox.add(item);
      start(item);
      return true;
    },
  };
}
