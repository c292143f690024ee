import { randomUUID } from 'node:crypto';

const PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** A trace id of W3C Trace Context: 32 hexadecimal digits. */
export const newTrace = (): string => randomUUID().replaceAll('-', '');

/** The trace id of a `traceparent` header; null for a malformed one. */
export function traceOf(traceparent: string | string[] | undefined): string | null {
  return typeof traceparent === 'string' ? (PARENT.exec(traceparent)?.[1] ?? null) : null;
}
