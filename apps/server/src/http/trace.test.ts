import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => t.close());

/** The id that an error sends to its client. */
async function idOf(traceparent: string | undefined, remoteAddress = '127.0.0.1') {
  const headers = traceparent === undefined ? {} : { traceparent };
  const response = await t.app.inject({ url: '/api/nothing', headers, remoteAddress });
  return response.json().requestId;
}

describe('the id of a request', () => {
  it('is the trace id of a trusted proxy, and of nobody else [OPS-45]', async () => {
    expect(await idOf(PARENT, '203.0.113.7')).toMatch(/^[0-9a-f]{32}$/);
    expect(await idOf(PARENT, '203.0.113.7')).not.toBe(TRACE);
    expect(await idOf(PARENT)).toBe(TRACE);
    expect(await idOf(`01-${TRACE}-00f067aa0ba902b7-01-later`)).toBe(TRACE);
  });

  it.each([
    undefined,
    '',
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
    `x\n${PARENT}`.replace('\n', ' '),
  ])('is a new one for %j [OPS-45]', async (traceparent) => {
    const id = await idOf(traceparent);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(id).not.toBe(TRACE);
  });

  it('is in every line that is logged for the request [OPS-45]', async () => {
    const start = t.logs.length;
    const spy = vi.spyOn(t.services.system, 'readiness').mockRejectedValueOnce(new Error('no'));
    const headers = { traceparent: PARENT };
    const { json } = await t.call('GET', '/api/health/ready', { headers });
    expect(json.requestId).toBe(TRACE);
    spy.mockRestore();
    const lines = t.logs.slice(start).map((line) => JSON.parse(line));
    expect(lines.map(({ msg, traceId }) => [msg, traceId])).toEqual([
      ['request failed', TRACE],
      ['answered', TRACE],
    ]);
  });
});
