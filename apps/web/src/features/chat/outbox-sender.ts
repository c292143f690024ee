import { ApiError, isUnreachable, messageOf } from '../../lib/api/api-error.ts';
import { backoff } from '../../lib/pause.ts';
import { addPending, outbox, type PendingMessage, removePending, updatePending } from './outbox.ts';

type SenderParts = {
  /** Sends one message and adds the confirmed one to the log before it resolves. */
  post: (item: PendingMessage) => Promise<void>;
  /** Called on 403 and 404, when the cached room is outdated. */
  onRefused: (roomId: number) => void;
};

export type MessageSender = ReturnType<typeof createMessageSender>;

const SENDING = { state: 'sending', reason: null, isOffline: false } as const;

/**
 * Sends the messages of a room in order; a failure also fails those queued behind it. What failed
 * without a network or server is sent again after growing pauses.
 */
export function createMessageSender(parts: SenderParts) {
  const busy = new Set<number>();
  /** The member whose messages are sent again; null while no chat page is open. */
  let owner: number | null = null;
  /** Failures since the server was last reached. */
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendingIn = (roomId: number) =>
    outbox.get().filter((item) => item.roomId === roomId && item.state === 'sending');

  function fail(roomId: number, error: unknown): void {
    const isOffline = isUnreachable(error);
    for (const { clientId } of sendingIn(roomId)) {
      updatePending(clientId, { state: 'failed', reason: messageOf(error), isOffline });
    }
    if (isOffline) retryLater(error.retryAfter);
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
        failures = 0;
        removePending(item);
      }
    } catch (error) {
      fail(roomId, error);
    } finally {
      busy.delete(roomId);
    }
  }

  function retryLater(retryAfter = 0): void {
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(resendOffline, backoff(failures) + retryAfter * 1000);
  }

  /** Resends what failed without a network or server. */
  function resendOffline(): void {
    const items = outbox
      .get()
      .filter((item) => item.memberId === owner && item.state === 'failed' && item.isOffline);
    for (const item of items) updatePending(item.clientId, SENDING);
    for (const roomId of new Set(items.map((item) => item.roomId))) void pump(roomId);
  }

  function resend(item: PendingMessage): void {
    updatePending(item.clientId, SENDING);
    void pump(item.roomId);
  }

  return {
    /** Returns false, without sending, while the same text is pending in this room. */
    send(item: PendingMessage): boolean {
      const isSame = (other: PendingMessage) =>
        item.picture === null && other.picture === null && other.content === item.content;
      if (sendingIn(item.roomId).some(isSame)) return false;
      addPending(item);
      void pump(item.roomId);
      return true;
    },
    resend,
    resendOffline,
    /** Resends failed messages of this member, now and after pauses, until the returned call. */
    keepTrying(memberId: number): () => void {
      owner = memberId;
      resendOffline();
      return () => {
        owner = null;
        clearTimeout(timer);
      };
    },
  };
}
