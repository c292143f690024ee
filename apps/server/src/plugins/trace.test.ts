import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const EMAIL = 'trace.student@g.kmou.ac.kr';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => t.close());

/** The id that an error tells its client. */
async function idOf(traceparent: string | undefined, remoteAddress = '127.0.0.1') {
  const headers = traceparent === undefined ? {} : { traceparent };
  const response = await t.app.inject({ url: '/api/nothing', headers, remoteAddress });
  return response.json().requestId;
}
const linesSince = (start: number) => t.logs.slice(start).map((line) => JSON.parse(line));

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

  it('is in every line of the request and of its e-mail [OPS-45]', async () => {
    const start = t.logs.length;
    const headers = { traceparent: PARENT };
    await t.call('POST', '/api/auth/email-check', { body: { email: EMAIL }, headers });
    const body = { email: EMAIL, code: '0' };
    await t.call('POST', '/api/auth/verify-code', { body, headers });
    await t.call('POST', '/api/auth/verify-code', { body: { ...body, code: '000000' }, headers });
    const lines = linesSince(start);
    expect(lines.map(({ traceId }) => traceId)).toEqual(lines.map(() => TRACE));
    expect(lines.map(({ event }) => event)).toContain('code failed');

    const { rows } = await t.db.execute<{ payload: object }>(
      `select payload from graphile_worker._private_jobs where payload ->> 'trace' is not null`,
    );
    expect(rows).toEqual([{ payload: { id: expect.any(Number), attempt: 1, trace: TRACE } }]);
    t.clock.advance(24 * 60 * 60);
    await t.services.emailQueue.tasks.email(rows[0]?.payload);
    expect(linesSince(start).at(-1)).toMatchObject({ mail: expect.any(Number), traceId: TRACE });
  });
});
