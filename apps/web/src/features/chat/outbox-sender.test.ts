import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, networkError } from '../../lib/api/api-error.ts';
import { dropRoom, outbox, type PendingMessage, removeArrived, restorePending } from './outbox.ts';
import { createMessageSender } from './outbox-sender.ts';

const ME = 7;
const ROOM = 5;

function item(clientId: string, content = clientId): PendingMessage {
  return {
    clientId,
    memberId: ME,
    roomId: ROOM,
    content,
    date: '2026-11-20T10:00:00+09:00',
    state: 'sending',
    reason: null,
    isOffline: false,
  };
}

/** A server that answers when told to. */
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

describe('sending', () => {
  it('goes one after the other in the order of writing', async () => {
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

  it('takes no second of the same text while the first is under way [CHAT-15]', async () => {
    const { sender, calls } = setUp();
    expect(sender.send(item('first-01', '네'))).toBe(true);
    expect(sender.send(item('second-2', '네'))).toBe(false);
    expect(sender.send({ ...item('third-03', '네'), roomId: 6 })).toBe(true);
    calls[0]?.resolve();
    await vi.waitFor(() => expect(sender.send(item('fourth-4', '네'))).toBe(true));
  });
});

describe('a failure', () => {
  it('keeps the message with its reason, and those behind it in their order', async () => {
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

  it('asks for the room again when sending is refused', async () => {
    const { sender, calls, onRefused } = setUp();
    sender.send(item('first-01'));
    calls[0]?.reject(new ApiError({ status: 403, code: 'NOT_FRIENDS', message: '친구만' }));
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(ROOM));
  });

  it('is repeated with the same mark when wanted', async () => {
    const { sender, calls } = setUp();
    sender.send(item('first-01'));
    calls[0]?.reject(networkError());
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed']));
    sender.resend(item('first-01'));
    expect(states()).toEqual(['first-01 sending']);
    await vi.waitFor(() => expect(calls[1]?.item.clientId).toBe('first-01'));
  });

  it.each([502, 503, 504])('without server (%i) is repeated when it returns', async (status) => {
    const { sender, calls } = setUp();
    sender.send(item('first-01'));
    calls[0]?.reject(new ApiError({ status, code: 'UNREADABLE', message: '' }));
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed']));
    sender.resendOffline(ME);
    await vi.waitFor(() => expect(calls).toHaveLength(2));
  });

  it('without network is repeated when the network returns, in order', async () => {
    const { sender, calls } = setUp();
    sender.send(item('first-01'));
    sender.send(item('second-2'));
    calls[0]?.reject(networkError());
    await vi.waitFor(() => expect(states()).toEqual(['first-01 failed', 'second-2 failed']));
    sender.resendOffline(ME + 1);
    expect(states()).toEqual(['first-01 failed', 'second-2 failed']);
    sender.resendOffline(ME);
    await vi.waitFor(() => expect(calls[1]?.item.clientId).toBe('first-01'));
    calls[1]?.resolve();
    await vi.waitFor(() => expect(calls[2]?.item.clientId).toBe('second-2'));
  });
});

describe('unsent messages', () => {
  it('outlive a reload as drafts and come back as failed [SESS-21]', () => {
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

  it('are gone once the message has arrived, whoever carried it', () => {
    const { sender } = setUp();
    sender.send(item('first-01'));
    const arrived = { id: 1, senderId: ME, content: 'x', date: '', clientId: 'first-01' };
    removeArrived([{ ...arrived, senderId: ME + 1 }], ME, ROOM);
    expect(outbox.get()).toHaveLength(1);
    removeArrived([arrived], ME, ROOM);
    expect(outbox.get()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('go with the room', () => {
    const { sender } = setUp();
    sender.send(item('first-01'));
    dropRoom(ME, ROOM);
    expect(outbox.get()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });
});
