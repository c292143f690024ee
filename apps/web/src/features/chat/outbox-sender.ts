import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { addPending, outbox, type PendingMessage, removePending, updatePending } from './outbox.ts';

export type SenderParts = {
  /** Sends one message and puts the server's into the log before it answers. */
  post: (item: PendingMessage) => Promise<void>;
  /** The server refused: what is known of the room is out of date. */
  onRefused: (roomId: number) => void;
};

export type MessageSender = {
  /** False when the same text is on its way in this room: nothing was taken then. */
  send: (item: PendingMessage) => boolean;
  resend: (item: PendingMessage) => void;
  /** Tries everything again that found no network or no server. */
  resendOffline: (memberId: number) => void;
};

const SENDING = { state: 'sending', reason: null, isOffline: false } as const;

/** No network, or a proxy without the server behind it, or one that is just stopping. */
const isAway = (status: number) => status === 0 || (status >= 502 && status <= 504);

/**
 * Sends the messages of a room one after the other, in the order of writing. A failure stops those
 * behind it too: they would arrive out of order.
 */
export function createMessageSender(parts: SenderParts): MessageSender {
  const busy = new Set<number>();

  const waitingIn = (roomId: number) =>
    outbox.get().filter((item) => item.roomId === roomId && item.state === 'sending');

  function fail(roomId: number, error: unknown): void {
    const isOffline = error instanceof ApiError && isAway(error.status);
    for (const { clientId } of waitingIn(roomId)) {
      updatePending(clientId, { state: 'failed', reason: messageOf(error), isOffline });
    }
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
      parts.onRefused(roomId);
    }
  }

  async function pump(roomId: number): Promise<void> {
    if (busy.has(roomId)) return;
    busy.add(roomId);
    try {
      for (let item = waitingIn(roomId)[0]; item; item = waitingIn(roomId)[0]) {
        await parts.post(item);
        removePending(item);
      }
    } catch (error) {
      fail(roomId, error);
    } finally {
      busy.delete(roomId);
    }
  }

  function resend(item: PendingMessage): void {
    updatePending(item.clientId, SENDING);
    void pump(item.roomId);
  }

  return {
    send(item) {
      if (waitingIn(item.roomId).some(({ content }) => content === item.content)) return false;
      addPending(item);
      void pump(item.roomId);
      return true;
    },
    resend,
    resendOffline(memberId) {
      const items = outbox
        .get()
        .filter((item) => item.memberId === memberId && item.state === 'failed' && item.isOffline);
      for (const item of items) updatePending(item.clientId, SENDING);
      for (const roomId of new Set(items.map((item) => item.roomId))) void pump(roomId);
    },
  };
}
