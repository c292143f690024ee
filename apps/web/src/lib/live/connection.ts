import type { LiveEvent } from '@naru/contract/events';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { currentAccess, isDeadSession } from '../api/api.ts';
import { ApiError, errorFrom } from '../api/api-error.ts';
import { refreshAccess } from '../api/refresh.ts';
import { liveState, publishLive } from './live.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
/** The server gives a sign of life every 20 s; a stream silent for longer is dead. */
const SILENCE_MS = 50_000;
/** Failures in a row after which lists are asked for instead. */
const POLL_AFTER = 2;

type Options = {
  /** Events after this one are still unknown to this tab. */
  lastId: string;
  /** Events were missed for good: load everything again. */
  onReset: () => void;
};

/**
 * Keeps one event stream open until `stop` is called: resumes after a break where it ended, without
 * loss or repeats, with a growing, jittered pause; takes a fresh token when the old one ran out.
 */
export function openLiveConnection({ lastId, onReset }: Options): { stop: () => void } {
  const life = new AbortController();
  let last = lastId;
  let failures = 0;

  function receive(message: EventSourceMessage): void {
    failures = 0;
    liveState.set('live');
    if (message.event === 'reset') onReset();
    else if (message.event !== 'hello' && message.event !== 'bye') {
      // The server writes nothing else than the contract's events.
      publishLive(JSON.parse(message.data) as LiveEvent);
    }
    if (message.id !== undefined) last = message.id;
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
    if (!(error instanceof ApiError) || error.status !== 401) return;
    if (error.code === 'TOKEN_EXPIRED') await refreshAccess(token).catch(() => undefined);
    else if (isDeadSession(error)) life.abort();
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      await follow().catch(() => {
        failures += 1;
      });
      if (life.signal.aborted) return;
      liveState.set(failures >= POLL_AFTER ? 'polling' : 'connecting');
      await pause(failures, life.signal);
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

/** Waits longer after each failure, never in step with other tabs; a network that returns ends it. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 6));
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, most / 2 + Math.random() * (most / 2));
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
