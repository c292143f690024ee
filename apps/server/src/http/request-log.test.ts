import { fileRoutes } from '@naru/contract/files';
import { postRoutes } from '@naru/contract/posts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { overloads, requestSeconds } from '../platform/metrics/counters.ts';
import { createTestApp, type TestApp, WIDE_ADMISSION } from '../testing/test-app.ts';
import { admissionPlugin } from './admission/admission.ts';
import { createAdmission } from './admission/loads.ts';
import { createOverloadNotes, createSubjects } from './admission/refusals.ts';
import { requestMetricsPlugin } from './request-log.ts';
import { createRequestOwners } from './request-owner.ts';

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

const NONE = { atOnce: 0, waiting: 0, waitMs: 1_000, overloadMs: 1_000 };

/** Responses counted so far, by route and class. */
async function counted(): Promise<string[]> {
  const { values } = await requestSeconds.get();
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels, value }) => `${labels.route} ${labels.status} ${value}`);
}

it('counts what is refused because too many wait apart from errors of the server [OPS-44, REL-140]', async () => {
  for (const one of [requestSeconds, overloads]) one.reset();
  const admission = createAdmission(1, { ...WIDE_ADMISSION, read: NONE });
  const app = Fastify();
  await app.register(requestMetricsPlugin);
  await app.register(admissionPlugin, {
    admission,
    owners: createRequestOwners(),
    subjects: createSubjects({ memberOf: () => null, proxies: [] }),
    noteOverload: createOverloadNotes(admission, app.log),
    picturesFullFor: () => null,
  });
  app.setErrorHandler((error: AppError, _request, reply) => reply.code(error.status).send());
  const fail = (code: 'OVERLOADED' | 'INTERNAL') => async () => {
    throw new AppError(code);
  };
  app.get('/read', { config: { route: postRoutes.list } }, async () => 'read');
  app.put('/picture', { config: { route: fileRoutes.upload } }, fail('OVERLOADED'));
  app.put('/broken', { config: { route: fileRoutes.upload } }, fail('INTERNAL'));
  const statuses = [];
  for (const [method, url] of [
    ['GET', '/read'],
    ['PUT', '/picture'],
    ['PUT', '/broken'],
  ] as const) {
    statuses.push((await app.inject({ method, url })).statusCode);
  }
  expect(statuses).toEqual([503, 503, 500]);
  expect(await counted()).toEqual(['/broken 5xx 1']);
  const { values } = await overloads.get();
  expect(values.map(({ labels, value }) => [labels.load, value])).toEqual([
    ['read', 1],
    ['upload', 1],
  ]);
  for (const places of Object.values(admission)) {
    expect(places.count()).toEqual({ taken: 0, waiting: 0 });
  }
  await app.close();
});
