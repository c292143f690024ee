import { ApiError, isUnreachable, messageOf } from '../api/api-error.ts';
import { backoff } from '../pause.ts';
import { isOfAnother } from '../session/is-of-another.ts';
import type { Outbox, Unsent } from './outbox.ts';

type SenderParts<Place extends object, Body extends object> = {
  outbox: Outbox<Place, Body>;
  /** Sends one item and shows the confirmed one before it resolves. */
  post: (item: Unsent & Place & Body) => Promise<void>;
  /** Called when the server refuses an item, which stays as failed. */
  onRefused: (item: Unsent & Place & Body, error: ApiError) => void;
  /** Statuses after which the same item may succeed, besides an unreachable server. */
  passing?: readonly number[];
  /** Pause between two items of a place, in ms. */
  pauseMs?: number;
};

const SENDING = { state: 'sending', reason: null, isOffline: false } as const;
const WAITING = { state: 'failed', reason: null, isOffline: true } as const;

/** One tab sends the items of a place at a time; without Web Locks the server handles the race. */
function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(`naru.outbox.${name}`, work) : work();
}

/**
 * Sends the items of a place in order; a failure also fails those queued behind it. What failed
 * without a network or server is sent again after growing pauses.
 */
export function createSender<Place extends { memberId: number }, Body extends object>({
  outbox,
  post,
  onRefused,
  passing = [],
  pauseMs = 0,
}: SenderParts<Place, Body>) {
  type Item = Unsent & Place & Body;
  const busy = new Set<string>();
  /** The member whose items are sent again; null while nobody waits for that. */
  let owner: number | null = null;
  /** Failures since the server was last reached. */
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Items that were in local storage when they were queued here. */
  const stored = new Set<string>();

  const sendingAt = (name: string) =>
    outbox.items
      .get()
      .filter((item) => item.state === 'sending' && outbox.nameOf(item) === name) as Item[];

  function isPassing(error: unknown): error is ApiError {
    return isUnreachable(error) || (error instanceof ApiError && passing.includes(error.status));
  }

  function fail(name: string, error: unknown): void {
    const isOffline = isPassing(error);
    const items = sendingAt(name);
    for (const { clientId } of items) {
      outbox.update(clientId, { state: 'failed', reason: messageOf(error), isOffline });
    }
    if (isOffline) retryLater(error.retryAfter);
    else if (error instanceof ApiError && items[0]) onRefused(items[0], error);
  }

  /** Until their member is back. */
  function setAside(name: string): void {
    for (const { clientId } of sendingAt(name)) outbox.update(clientId, WAITING);
  }

  /** Another tab may have sent or removed it. */
  async function sendUnlessSent(item: Item): Promise<void> {
    const isElsewhere = stored.has(item.clientId) && !outbox.isStored(item);
    if (!isElsewhere) await post(item);
  }

  async function sendAll(name: string): Promise<void> {
    for (let item = sendingAt(name)[0]; item; item = sendingAt(name)[0]) {
      if (isOfAnother(item.memberId)) return setAside(name);
      await sendUnlessSent(item);
      failures = 0;
      stored.delete(item.clientId);
      outbox.remove(item);
      if (pauseMs > 0 && sendingAt(name).length > 0) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  async function pump(name: string): Promise<void> {
    if (busy.has(name)) return;
    busy.add(name);
    for (const item of sendingAt(name)) if (outbox.isStored(item)) stored.add(item.clientId);
    try {
      await exclusively(name, () => sendAll(name));
    } catch (error) {
      fail(name, error);
    } finally {
      busy.delete(name);
    }
  }

  function retryLater(retryAfter = 0): void {
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(resendOffline, backoff(failures) + retryAfter * 1000);
  }

  /** Sends again what failed without a network or server. */
  function resendOffline(): void {
    const items = outbox.items
      .get()
      .filter((item) => item.memberId === owner && item.state === 'failed' && item.isOffline);
    for (const item of items) outbox.update(item.clientId, SENDING);
    for (const name of new Set(items.map((item) => outbox.nameOf(item)))) void pump(name);
  }

  return {
    /** Sends what was added in the state `sending`. */
    start: (item: Item) => void pump(outbox.nameOf(item)),
    /** The items of the place that are being sent. */
    sendingWith: (place: Place) => sendingAt(outbox.nameOf(place)),
    /** Sends a failed item again. */
    resend(item: Item): void {
      outbox.update(item.clientId, SENDING);
      void pump(outbox.nameOf(item));
    },
    /** Sends an added item that failed without a network after a pause. */
    retryLater,
    resendOffline,
    /** Sends failed items of this member again, now and after pauses, until the returned call. */
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
