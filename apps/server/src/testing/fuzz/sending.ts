import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import type { TestApp } from '../test-app.ts';
import type { Prepared } from './drafts.ts';
import type { Response } from './properties.ts';

export type Send = (request: Prepared) => Promise<Response>;

/** Sends without a socket. */
export function injecting(t: TestApp): Send {
  return async ({ method, url, headers, payload }) => {
    const response = await t.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers,
      ...(payload !== undefined && { payload }),
    });
    return {
      status: response.statusCode,
      type: String(response.headers['content-type']),
      body: response.rawPayload,
    };
  };
}

/** Sends over a socket, and leaves an event stream, which never ends, once it has begun. */
export function overSocket(origin: string): Send {
  return async ({ method, url, headers }) => {
    const aborting = new AbortController();
    const response = await fetch(new URL(url, origin), {
      method,
      headers,
      redirect: 'manual',
      signal: aborting.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    const body = isStream ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer());
    aborting.abort();
    return { status: response.status, type, body };
  };
}

const RESOLUTION_MS = 1;

export interface Measured<T> {
  value: T;
  ms: number;
  /** Longest time for which no timer could run. */
  delayMs: number;
  /** Processor time of this process. */
  cpuMs: number;
  /** Pauses of the garbage collector. */
  gcMs: number;
}

export interface LoopWatch {
  measure<T>(work: () => Promise<T>): Promise<Measured<T>>;
  close(): void;
}

/**
 * Measures for how long work holds the event loop. What the caller did before is over when the work
 * begins, and the turn that ends it is still part of it.
 */
export function watchLoop(): LoopWatch {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const pauses: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => void pauses.push(...list.getEntries()));
  delays.enable();
  observer.observe({ entryTypes: ['gc'] });
  return {
    async measure(work) {
      await nextTurn();
      pauses.length = 0;
      delays.reset();
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      const value = await work();
      const ms = performance.now() - began;
      await nextTurn();
      const { user, system } = process.cpuUsage(cpu);
      const gcMs = [...pauses, ...observer.takeRecords()]
        .filter(({ startTime }) => startTime >= began)
        .reduce((sum, { duration }) => sum + duration, 0);
      const delayMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
      return { value, ms, delayMs, cpuMs: (user + system) / 1000, gcMs };
    },
    close() {
      delays.disable();
      observer.disconnect();
    },
  };
}

/** Timers that are due have run afterwards. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Milliseconds for which the work itself held the loop: not the pauses of the garbage collector, and not
 * time in which the machine did something else, when the process used no processor time.
 */
export function heldMs({ delayMs, cpuMs, gcMs }: Omit<Measured<unknown>, 'value'>): number {
  return Math.max(0, Math.min(delayMs, cpuMs) - gcMs);
}
