import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { addPending, outbox, type PendingMessage, removePending, updatePending } from './outbox.ts';

type SenderParts = {
  /** Sends one message and adds the confirmed one to the log before it resolves. */
  post: (item: PendingMessage) => Promise<void>;
  /** Called on 403 and 404, when the cached room is outdated. */
  onRefused: (roomId: number) => void;
};

export type MessageSender = ReturnType<typeof createMessageSender>;

const SENDING = { state: 'sending', reason: null, isOffline: false } as const;

/** No network, or a proxy that cannot reach the server. */
const isUnreachable = (status: number) => status === 0 || (status >= 502 && status <= 504);

/** Sends the messages of a room in order; a failure also fails those queued behind it. */
export function createMessageSender(parts: SenderParts) {
  const busy = new Set<number>();

  const sendingIn = (roomId: number) =>
    outbox.get().filter((item) => item.roomId === roomId && item.state === 'sending');

  function fail(roomId: number, error: unknown): void {
    const isOffline = error instanceof ApiError && isUnreachable(error.status);
    for (const { clientId } of sendingIn(roomId)) {
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
      for (let item = sendingIn(roomId)[0]; item; item = sendingIn(roomId)[0]) {
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
    /** Returns false, without sending, while the same text is pending in this room. */
    send(item: PendingMessage): boolean {
      if (sendingIn(item.roomId).some(({ content }) => content === item.content)) return false;
      addPending(item);
      void pump(item.roomId);
      return true;
    },
    resend,
    /** Resends what failed without a network or server. */
    resendOffline(memberId: number) {
      const items = outbox
        .get()
        .filter((item) => item.memberId === memberId && item.state === 'failed' && item.isOffline);
      for (const item of items) updatePending(item.clientId, SENDING);
      for (const roomId of new Set(items.map((item) => item.roomId))) void pump(roomId);
    },
  };
}
