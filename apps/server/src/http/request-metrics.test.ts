import { fileRoutes } from '@naru/contract/files';
import { postRoutes } from '@naru/contract/posts';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { overloads, requestSeconds } from '../platform/metrics/counters.ts';
import { WIDE_ADMISSION } from '../testing/test-app.ts';
import { admissionPlugin } from './admission/admission.ts';
import { createAdmission } from './admission/loads.ts';
import { createOverloadNotes, createSubjects } from './admission/refusals.ts';
import { requestMetricsPlugin } from './request-metrics.ts';
import { createRequestOwners } from './request-owner.ts';

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
