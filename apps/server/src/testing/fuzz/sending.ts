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
