import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSession } from '../session/session.ts';
import { openLiveConnection } from './connection.ts';
import { liveState, onLiveEvent } from './live.ts';

const NOW = new Date('2026-11-20T05:00:00.000Z');
const seconds = (delta: number) => Math.floor(NOW.getTime() / 1000) + delta;
const jwt = (name: string) => `${name}.${btoa(JSON.stringify({ sub: '1', exp: seconds(900) }))}.s`;
const OLD = jwt('old');
const FRESH = jwt('fresh');

/** A stream request and its server side. */
type Call = {
  token: string | undefined;
  lastId: string | null;
  priority: RequestInit['priority'];
  signal: AbortSignal | null | undefined;
  say: (text: string) => void;
  close: () => void;
};
type Refusal = { status: number; error: string; retryAfter?: number };

const calls: Call[] = [];
/** Responses to the next requests instead of a stream; `null`: a network error. */
let refusals: (Refusal | null)[] = [];
/** Runs after each request was sent. */
let onRequest = () => {};
const onEnd = vi.fn();
const onReset = vi.fn();
let unwatch = () => {};
let connection: { stop: () => void };

const refused = ({ status, error, retryAfter }: Refusal) =>
  Response.json(
    { error, message: '' },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  );

function answerStream(init: RequestInit): Response {
  const headers = new Headers(init.headers);
  let writer: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      writer = controller;
      init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
    },
  });
  calls.push({
    token: headers.get('authorization')?.slice('Bearer '.length),
    lastId: headers.get('last-event-id'),
    priority: init.priority,
    signal: init.signal,
    say: (text) => writer.enqueue(new TextEncoder().encode(text)),
    close: () => writer.close(),
  });
  onRequest();
  const refusal = refusals.shift();
  if (refusal === null) throw new TypeError('Failed to fetch');
  return refusal === undefined ? new Response(body) : refused(refusal);
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  calls.length = 0;
  refusals = [];
  onRequest = () => {};
  onEnd.mockReset();
  onReset.mockReset();
  storeToken(OLD);
  unwatch = watchSession({ onEnd, onSwitch: vi.fn() });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path === '/api/events'
      ? answerStream(init)
      : Response.json({ accessToken: FRESH, refreshToken: `r.${seconds(3600)}` }),
  );
});

afterEach(() => {
  connection.stop();
  unwatch();
  vi.useRealTimers();
});

function storeToken(accessToken: string): void {
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', `r.${seconds(3600)}`);
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const latest = (): Call => {
  const call = calls.at(-1);
  if (!call) throw new Error('no request');
  return call;
};

async function connect(): Promise<void> {
  connection = openLiveConnection({ lastId: '4', onReset });
  await pass(0);
}

async function receive(text: string): Promise<void> {
  latest().say(text);
  await pass(0);
}

async function end(reason: string, retry: number): Promise<void> {
  await receive(`retry: ${retry}\nevent: bye\ndata: ${JSON.stringify({ reason, retry })}\n\n`);
  latest().close();
  await pass(0);
}

const hello = (seq: number) => receive(`id: ${seq}\nevent: hello\ndata: {"seq":${seq}}\n\n`);
const post = (seq: number) =>
  receive(`id: ${seq}\nevent: post\ndata: {"type":"post","postId":${seq}}\n\n`);

describe('openLiveConnection', () => {
  it('publishes events and resumes after the last one', async () => {
    const received = vi.fn();
    const stop = onLiveEvent(received);
    await connect();
    // Low: the stream stays open, and the page's own calls go first.
    expect(latest()).toMatchObject({ token: OLD, lastId: '4', priority: 'low' });
    await hello(4);
    expect(liveState.get()).toBe('live');
    await post(5);
    latest().close();
    await pass(500);
    expect(latest().lastId).toBe('5');
    expect(received.mock.calls).toEqual([[{ type: 'post', postId: 5 }]]);
    expect(onReset).not.toHaveBeenCalled();
    stop();
  });

  it('lets go of its connection when the page is left, and resumes when the browser shows it again [LIVE-47]', async () => {
    await connect();
    await hello(4);
    await post(5);
    const before = calls.length;
    expect(latest().signal?.aborted).toBe(false);
    window.dispatchEvent(new Event('pagehide'));
    expect(latest().signal?.aborted).toBe(true);
    await pass(0);
    expect(calls.length).toBe(before);
    await pass(20_000);
    expect(calls.length).toBe(before + 1);
    expect(latest()).toMatchObject({ lastId: '5' });
    expect(latest().signal?.aborted).toBe(false);
  });

  it('survives a listener that throws: the others run and nothing is requested again', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const failure = new Error('listener');
    const received = vi.fn();
    const stops = [
      onLiveEvent(() => {
        throw failure;
      }),
      onLiveEvent(received),
    ];
    await connect();
    await hello(4);
    await post(5);
    await post(6);
    await pass(5_000);
    expect(received).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenCalledWith(failure);
    expect([calls.length, liveState.get()]).toEqual([1, 'live']);
    for (const stop of stops) stop();
  });

  it('reloads everything after a reset and continues from the last id', async () => {
    await connect();
    await receive('id: 90\nevent: reset\ndata: {"seq":90}\n\n');
    expect(onReset).toHaveBeenCalledTimes(1);
    latest().close();
    await pass(500);
    expect(latest().lastId).toBe('90');
  });
});

describe('reconnect delay', () => {
  it('is the one a stopping server asks for', async () => {
    await connect();
    await hello(4);
    await end('stopping', 9_000);
    // Long enough to switch to polling.
    expect(liveState.get()).toBe('polling');
    await pass(9_000);
    expect(calls).toHaveLength(1);
    await pass(500);
    expect(calls).toHaveLength(2);
  });

  it('is the Retry-After of a rejection [LIVE-08]', async () => {
    refusals = [{ status: 429, error: 'STREAM_LIMIT', retryAfter: 30 }];
    await connect();
    expect(liveState.get()).toBe('polling');
    await pass(30_000);
    expect(calls).toHaveLength(1);
    await pass(1_000);
    expect(calls).toHaveLength(2);
  });

  it('grows with each failure up to 20 s; the second starts polling [LIVE-11]', async () => {
    refusals = [null, null];
    await connect();
    expect(liveState.get()).toBe('connecting');
    await pass(1_000);
    expect(calls).toHaveLength(2);
    expect(liveState.get()).toBe('polling');
    refusals = Array(20).fill(null);
    await pass(120_000);
    const before = calls.length;
    await pass(20_000);
    expect(calls.length - before).toBeGreaterThanOrEqual(1);
    expect(calls.length - before).toBeLessThanOrEqual(2);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('is skipped when the network returns', async () => {
    refusals = [null, null, null, null, null];
    await connect();
    await pass(10_000);
    const before = calls.length;
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(calls).toHaveLength(before + 1);
  });
});

describe('end of the session', () => {
  const dead: Refusal = { status: 401, error: 'TOKEN_INVALID' };

  it('follows at once when the server reports it [LIVE-05, SESS-13]', async () => {
    await connect();
    await hello(4);
    refusals = [dead];
    await end('ended', 0);
    await pass(500);
    expect(onEnd.mock.calls).toEqual([['ended']]);
    expect(localStorage).toHaveLength(0);
    await pass(60_000);
    expect(calls).toHaveLength(2);
  });

  it('does not follow a role change, which reloads everything', async () => {
    await connect();
    await hello(4);
    await end('ended', 0);
    await pass(500);
    expect(onReset).not.toHaveBeenCalled();
    await hello(4);
    expect(onReset).toHaveBeenCalledTimes(1);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('does not follow when another tab has a newer token', async () => {
    await connect();
    await hello(4);
    refusals = [dead];
    // While the rejection is in flight.
    onRequest = () => storeToken(FRESH);
    await end('ended', 0);
    await pass(2_000);
    expect(calls.map(({ token }) => token)).toEqual([OLD, OLD, FRESH]);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('does not follow an expired token: a fresh one resumes [LIVE-06]', async () => {
    await connect();
    await hello(4);
    await post(5);
    refusals = [{ status: 401, error: 'TOKEN_EXPIRED' }];
    await end('expired', 0);
    await pass(2_000);
    expect(calls.map(({ token }) => token)).toEqual([OLD, OLD, FRESH]);
    expect(latest().lastId).toBe('5');
    expect(onEnd).not.toHaveBeenCalled();
  });
});
