import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, networkError } from '../../lib/api/api-error.ts';
import {
  createMessageSender,
  dropRoom,
  outbox,
  type PendingMessage,
  removeArrived,
  restorePending,
  updatePending,
} from './outbox.ts';

const ME = 7;
const ROOM = 5;
const PLAIN = {
  ...{ picture: null, isRecalled: false, isRemoved: false },
  ...{ sender: null, replyTo: null, reactions: [] },
};

function item(clientId: string, content = clientId): PendingMessage {
  return {
    clientId,
    memberId: ME,
    roomId: ROOM,
    content,
    picture: null,
    date: '2026-11-20T10:00:00+09:00',
    state: 'sending',
    reason: null,
    isOffline: false,
  };
}

/** A sender whose `post` calls are settled by the test. */
function setUp() {
  const calls: { item: PendingMessage; resolve: () => void; reject: (error: unknown) => void }[] =
    [];
  const onRefused = vi.fn();
  const post = (sent: PendingMessage) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ item: sent, resolve, reject });
    });
  const sender = createMessageSender({ post, onRefused });
  return { sender, calls, onRefused };
}

const states = () => outbox.get().map(({ clientId, state }) => `${clientId} ${state}`);

beforeEach(() => {
  outbox.set([]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a picture', () => {
  it('is sent though another one waits, and stays with its key after a failure [CHAT-91]', async () => {
    const { sender, calls } = setUp();
    const shown = { url: 'blob:a', width: 4, height: 3 };
    const picture = { file: new File(['a'], 'a.png'), key: null, shown };
    expect(sender.send({ ...item('first-01', ''), picture })).toBe(true);
    expect(sender.send({ ...item('second-2', ''), picture })).toBe(true);
    updatePending('first-01', { picture: { ...picture, key: 'k' } });
    calls[0]?.reject(
      new ApiError({ status: 429, code: 'MAIL_THROTTLED', message: '너무 빠릅니다.' }),
    );
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed', 'second-2 failed']));
    const [failed] = outbox.get();
    if (failed) sender.resend(failed);
    expect(calls.at(-1)?.item.picture?.key).toBe('k');
  });
});

describe('send', () => {
  it('sends one message at a time, in order', async () => {
    const { sender, calls } = setUp();
    sender.send(item('first-01'));
    sender.send(item('second-2'));
    expect(calls.map((call) => call.item.clientId)).toEqual(['first-01']);
    calls[0]?.resolve();
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(states()).toEqual(['second-2 sending']);
    calls[1]?.resolve();
    await vi.waitFor(() => expect(outbox.get()).toEqual([]));
  });

  it('refuses the same text while it is being sent [CHAT-15]', async () => {
    const { sender, calls } = setUp();
    expect(sender.send(item('first-01', '네'))).toBe(true);
    expect(sender.send(item('second-2', '네'))).toBe(false);
    expect(sender.send({ ...item('third-03', '네'), roomId: 6 })).toBe(true);
    calls[0]?.resolve();
    await vi.waitFor(() => expect(sender.send(item('fourth-4', '네'))).toBe(true));
  });
});

describe('failed messages', () => {
  it('keeps the message with its reason and fails those queued behind it', async () => {
    const { sender, calls, onRefused } = setUp();
    sender.send(item('first-01'));
    sender.send(item('second-2'));
    calls[0]?.reject(
      new ApiError({ status: 429, code: 'MAIL_THROTTLED', message: '너무 빠릅니다.' }),
    );
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed', 'second-2 failed']));
    expect(outbox.get()[0]).toMatchObject({ reason: '너무 빠릅니다.', isOffline: false });
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('refetches the room when the server refuses', async () => {
    const { sender, calls, onRefused } = setUp();
    sender.send(item('first-01'));
    calls[0]?.reject(new ApiError({ status: 403, code: 'NOT_FRIENDS', message: '친구만' }));
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(ROOM));
  });

  it('resends with the same client id', async () => {
    const { sender, calls } = setUp();
    sender.send(item('first-01'));
    calls[0]?.reject(networkError());
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed']));
    sender.resend(item('first-01'));
    expect(states()).toEqual(['first-01 sending']);
    await vi.waitFor(() => expect(calls[1]?.item.clientId).toBe('first-01'));
  });

  it.each([502, 503, 504])('resends after status %i when the server returns', async (status) => {
    const { sender, calls } = setUp();
    sender.send(item('first-01'));
    calls[0]?.reject(new ApiError({ status, code: 'UNREADABLE', message: '' }));
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed']));
    sender.keepTrying(ME);
    await vi.waitFor(() => expect(calls).toHaveLength(2));
  });

  it('resends after growing pauses while the event stream stays open, until the chat page closes [CHAT-87]', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { sender, calls } = setUp();
    const close = sender.keepTrying(ME);
    const failAndWait = async (clientId: string, pause: number) => {
      const before = calls.length;
      calls[before - 1]?.reject(new ApiError({ status: 502, code: 'UNREADABLE', message: '' }));
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect([states(), calls.length]).toEqual([[`${clientId} failed`], before]);
      await vi.advanceTimersByTimeAsync(1);
      expect(calls.slice(before).map((call) => call.item.clientId)).toEqual([clientId]);
    };
    sender.send(item('first-01'));
    for (const pause of [1_000, 2_000, 4_000]) await failAndWait('first-01', pause);
    calls[3]?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    sender.send(item('second-2'));
    await failAndWait('second-2', 1_000);
    close();
    calls[5]?.reject(networkError());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(6);
  });

  it('resends in order when the network returns', async () => {
    const { sender, calls } = setUp();
    sender.send(item('first-01'));
    sender.send(item('second-2'));
    calls[0]?.reject(networkError());
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed', 'second-2 failed']));
    sender.keepTrying(ME + 1);
    expect(states()).toEqual(['first-01 failed', 'second-2 failed']);
    sender.keepTrying(ME);
    await vi.waitFor(() => expect(calls[1]?.item.clientId).toBe('first-01'));
    calls[1]?.resolve();
    await vi.waitFor(() => expect(calls[2]?.item.clientId).toBe('second-2'));
  });
});

describe('outbox', () => {
  it('restores stored messages as failed after a reload [SESS-21]', () => {
    const { sender } = setUp();
    sender.send(item('first-01', '안녕하세요'));
    expect(Object.keys(localStorage)).toEqual([`naru.unsent.${ME}.${ROOM}`]);
    outbox.set([]);
    restorePending(ME + 1, ROOM);
    expect(outbox.get()).toEqual([]);
    restorePending(ME, ROOM);
    restorePending(ME, ROOM);
    expect(outbox.get()).toHaveLength(1);
    expect(outbox.get()[0]).toMatchObject({ content: '안녕하세요', state: 'failed' });
  });

  it('removes a message that arrived, even if another tab sent it', () => {
    const { sender } = setUp();
    sender.send(item('first-01'));
    const arrived = { id: 1, senderId: ME, content: 'x', date: '', clientId: 'first-01', ...PLAIN };
    removeArrived([{ ...arrived, senderId: ME + 1 }], ME, ROOM);
    expect(outbox.get()).toHaveLength(1);
    removeArrived([arrived], ME, ROOM);
    expect(outbox.get()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('clears the messages of a room that is left', () => {
    const { sender } = setUp();
    sender.send(item('first-01'));
    dropRoom(ME, ROOM);
    expect(outbox.get()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });
});
