import fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { CHECK_HEADER, CHECK_PATH, signCheck } from '../platform/address-check.ts';
import { addressCheckPlugin } from './address-check.ts';

const NOW = new Date('2026-11-20T00:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

it.each([
  ['', 0, 404],
  ['x'.repeat(10_000), 0, 404],
  ['1763596800000.0123.4567', 0, 404],
  [signCheck('secret', at(-61)).header, 0, 404],
  [signCheck('secret', at(61)).header, 0, 404],
  [signCheck('another', NOW).header, 1, 404],
  [signCheck('secret', at(-59)).header, 1, 200],
])('reads secrets for a check of now only: %.24s [OPS-298]', async (header, times, status) => {
  const app = fastify();
  const loadSecrets = vi.fn(async () => ['secret']);
  const clock = { now: () => NOW } as never;
  await app.register(addressCheckPlugin, { loadSecrets, clock, version: '1.0.0' });
  const headers = { [CHECK_HEADER]: header };
  const response = await app.inject({ url: CHECK_PATH, headers });
  expect([loadSecrets.mock.calls.length, response.statusCode]).toEqual([times, status]);
  await app.close();
});
