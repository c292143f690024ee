import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

const PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

const running = new AsyncLocalStorage<string>();

/** A trace id of W3C Trace Context: 32 hexadecimal digits. */
export const newTrace = (): string => randomBytes(16).toString('hex');

/** The trace id of a `traceparent` header; null for a malformed one. */
export function traceOf(traceparent: string | string[] | undefined): string | null {
  return typeof traceparent === 'string' ? (PARENT.exec(traceparent)?.[1] ?? null) : null;
}

/** Runs work, with everything that it starts, under a trace id, which its log lines carry. */
export function inTrace<T>(trace: string, work: () => T): T {
  return running.run(trace, work);
}

/** Undefined outside of requests and jobs. */
export const currentTrace = (): string | undefined => running.getStore();
