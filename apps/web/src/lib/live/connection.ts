import type { LiveEvent } from '@naru/contract/events';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { currentAccess, endIfDead } from '../api/api.ts';
import { ApiError, errorFrom } from '../api/api-error.ts';
import { refreshAccess } from '../api/refresh.ts';
import { liveState, publishLive } from './live.ts';
import { backoff, pause } from './pause.ts';

/** The server gives a sign of life every 20 s; a stream silent for longer is dead. */
const SILENCE_MS = 50_000;
/** Failures in a row after which lists are asked for instead. */
const POLL_AFTER = 2;
/** Waiting for longer than this, lists are asked for too. */
const POLL_WAIT_MS = 5_000;
/** Longest time that a server can ask for. */
const TOLD_MAX_MS = 60_000;

type Options = {
  /** Events after this one are still unknown to this tab. */
  lastId: string;
  /** Events were missed for good: load everything again. */
  onReset: () => void;
};

/** The server's last words (`retry` in milliseconds), see decision 0011. */
type Bye = { reason: 'expired' | 'ended' | 'stopping'; retry: number };

/**
 * Keeps one event stream open until `stop` is called: resumes after a break where it ended, without
 * loss or repeats; waits as long as the server asks, and longer after each failure; takes a fresh
 * token when the old one ran out, and ends the session here when the server has ended it.
 */
export function openLiveConnection({ lastId, onReset }: Options): { stop: () => void } {
  const life = new AbortController();
  let last = lastId;
  let failures = 0;
  /** Milliseconds that the server wants to be left alone for. */
  let told = 0;
  let hasEnded = false;

  function receive(message: EventSourceMessage): void {
    failures = 0;
    liveState.set('live');
    if (message.event === 'hello') greet();
    else if (message.event === 'reset') onReset();
    else if (message.event === 'bye') leave(JSON.parse(message.data) as Bye);
    // The server writes nothing else than the contract's events.
    else publishLive(JSON.parse(message.data) as LiveEvent);
    if (message.id !== undefined) last = message.id;
  }

  function leave({ reason, retry }: Bye): void {
    told = retry;
    hasEnded = reason === 'ended';
  }

  /** Ended, and let in again: the member's roles have changed, and so may all that is shown. */
  function greet(): void {
    if (hasEnded) onReset();
    hasEnded = false;
  }

  async function follow(): Promise<void> {
    const token = await currentAccess();
    if (token === null) return life.abort();
    const silence = createSilenceTimer();
    const signal = AbortSignal.any([life.signal, silence.signal]);
    try {
      const response = await fetch('/api/events', {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          'last-event-id': last,
        },
        credentials: 'include',
        cache: 'no-store',
        signal,
      });
      if (!response.ok || response.body === null) throw await errorFrom(response);
      await read(response.body, receive, silence.reset);
    } catch (error) {
      await recover(error, token);
    } finally {
      silence.end();
    }
  }

  async function recover(error: unknown, token: string): Promise<void> {
    failures += 1;
    if (!(error instanceof ApiError)) return;
    told = (error.retryAfter ?? 0) * 1000;
    if (error.code === 'TOKEN_EXPIRED') await refreshAccess(token).catch(() => undefined);
    else endIfDead(error, token);
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      told = 0;
      await follow().catch(() => {
        failures += 1;
      });
      if (life.signal.aborted) return;
      const wait = Math.min(told, TOLD_MAX_MS) + backoff(failures);
      const polls = failures >= POLL_AFTER || wait > POLL_WAIT_MS;
      liveState.set(polls ? 'polling' : 'connecting');
      await pause(wait, life.signal);
    }
  }

  void run();
  return { stop: () => life.abort() };
}

async function read(
  body: ReadableStream<Uint8Array>,
  receive: (message: EventSourceMessage) => void,
  onLife: () => void,
): Promise<void> {
  const parser = createParser({ onEvent: receive });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onLife();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

function createSilenceTimer() {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), SILENCE_MS);
  let timer = start();
  return {
    signal: controller.signal,
    reset: () => {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
  };
}
