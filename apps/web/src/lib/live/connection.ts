import type { SiteStatus } from '@naru/contract/site-status';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { currentAccess, endIfDead } from '../api/api.ts';
import { ApiError, errorFrom } from '../api/api-error.ts';
import { refreshAccess } from '../api/refresh.ts';
import { backoff, pause } from '../pause.ts';
import { showSiteStatus } from '../site-status.ts';
import { liveState, publishLive, type QueriedEvent } from './live.ts';

/** The server sends a keep-alive every 20 s; a stream silent for longer is dead. */
const SILENCE_MS = 50_000;
/** Consecutive failures after which lists are polled. */
const POLL_AFTER = 2;
/** A longer wait also switches to polling. */
const POLL_WAIT_MS = 5_000;
/** Upper bound for the delay that the server asks for. */
const RETRY_AFTER_MAX_MS = 60_000;

type Options = {
  /** Id of the last event this tab has seen. */
  lastId: string;
  /** Events were lost for good: reload everything. */
  onReset: () => void;
};

/** Last event before the server closes the stream (`retry` in ms), see decision 0011. */
type Bye = { reason: 'expired' | 'ended' | 'stopping'; retry: number };

/**
 * Keeps one event stream open until `stop`. Resumes after the last event without loss or
 * duplicates, honours the server's retry delay with exponential backoff on top, refreshes an
 * expired token, and ends the session when the server has ended it.
 */
export function openLiveConnection({ lastId, onReset }: Options): { stop: () => void } {
  const life = new AbortController();
  let last = lastId;
  let failures = 0;
  /** Delay the server asked for, in ms. */
  let retryAfter = 0;
  let hasEnded = false;

  function receive(message: EventSourceMessage): void {
    failures = 0;
    liveState.set('live');
    if (message.event === 'hello') {
      // After `ended` the member's roles have changed, and with them all that depends on roles.
      if (hasEnded) onReset();
      hasEnded = false;
    } else if (message.event === 'reset') onReset();
    else if (message.event === 'bye') {
      const { reason, retry } = JSON.parse(message.data) as Bye;
      retryAfter = retry;
      hasEnded = reason === 'ended';
    }
    // Every other event is one of the contract.
    else publish(message);
    if (message.id !== undefined) last = message.id;
  }

  async function follow(): Promise<void> {
    const token = await currentAccess();
    if (token === null) return life.abort();
    const silence = createSilenceTimer();
    const leaving = new AbortController();
    // A browser keeps a page for the way back with its open stream, and opens six connections to a site.
    const leave = () => leaving.abort();
    window.addEventListener('pagehide', leave);
    const signal = AbortSignal.any([life.signal, silence.signal, leaving.signal]);
    try {
      const response = await fetch('/api/events', {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          'last-event-id': last,
        },
        credentials: 'include',
        cache: 'no-store',
        // It stays open: the page's own calls go first.
        priority: 'low',
        signal,
      });
      if (!response.ok || response.body === null) throw await errorFrom(response);
      await read(response.body, receive, silence.reset);
    } catch (error) {
      await recover(error, token);
    } finally {
      silence.end();
      window.removeEventListener('pagehide', leave);
    }
  }

  async function recover(error: unknown, token: string): Promise<void> {
    failures += 1;
    if (!(error instanceof ApiError)) return;
    retryAfter = (error.retryAfter ?? 0) * 1000;
    if (error.code === 'TOKEN_EXPIRED') await refreshAccess(token).catch(() => undefined);
    else endIfDead(error, token);
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      retryAfter = 0;
      await follow().catch(() => {
        failures += 1;
      });
      if (life.signal.aborted) return;
      const wait = Math.min(retryAfter, RETRY_AFTER_MAX_MS) + backoff(failures);
      const polls = failures >= POLL_AFTER || wait > POLL_WAIT_MS;
      liveState.set(polls ? 'polling' : 'connecting');
      await pause(wait, life.signal);
    }
  }

  void run();
  return { stop: () => life.abort() };
}

function publish({ event, data }: EventSourceMessage): void {
  if (event === 'site') showSiteStatus(JSON.parse(data) as SiteStatus);
  else publishLive(JSON.parse(data) as QueriedEvent);
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
