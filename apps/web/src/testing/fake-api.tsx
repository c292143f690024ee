import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';

type Answer = { status?: number; body: unknown; headers?: Record<string, string> };
type Request = { query: URLSearchParams; body: unknown };
type Answers = Record<string, Answer | ((request: Request) => Answer | Promise<Answer>)>;

/**
 * Stubs `fetch` by method and path without the query (`GET /api/friend/blocks`); any other call
 * fails like a network error. Returns the log of calls.
 */
export function fakeApi(answers: Answers): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [path, query] = url.split('?');
    const call = `${init.method} ${path}`;
    calls.push(init.body ? `${call} ${String(init.body)}` : call);
    const found = answers[call];
    if (!found) throw new TypeError(`no answer for ${call}`);
    const request = () => ({
      query: new URLSearchParams(query),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    });
    const answer = typeof found === 'function' ? await found(request()) : found;
    const { status = 200, body, headers } = answer;
    return new Response(JSON.stringify(body), { status, headers });
  });
  return calls;
}

/** A query client like the app's, without retries; `known` is preloaded. */
export function createTestClient(known: [key: string, data: unknown][] = []) {
  const client = createQueryClient();
  client.setDefaultOptions({ ...client.getDefaultOptions(), queries: { retry: false } });
  for (const [key, data] of known) client.setQueryData([key], data);
  return client;
}

export function renderWithClient(children: ReactNode, known: [key: string, data: unknown][] = []) {
  const client = createTestClient(known);
  render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
  return client;
}
