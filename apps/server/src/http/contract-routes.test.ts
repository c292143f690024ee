import { LIMITS } from '@naru/contract/limits';
import { get } from '@naru/contract/route';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { mountRoutes, useContractSchemas } from './contract-routes.ts';

it('cuts the texts of long lists, but where they are saved back or nothing else shows them [LIMIT-14]', async () => {
  const response = z.object({ items: z.array(z.object({ text: z.string() })) });
  const routes = {
    list: get('/list', 'public', { summary: 'A list', response }),
    form: get('/form', 'public', { summary: 'The same for a form', response, isWhole: true }),
  };
  const app = fastify();
  useContractSchemas(app);
  const stored = { items: [{ text: '가'.repeat(60_000) }, { text: '나'.repeat(60_000) }] };
  mountRoutes(app, routes, { list: () => stored, form: () => stored });
  const list = await app.inject('/list');
  expect(Buffer.byteLength(list.body)).toBeLessThanOrEqual(LIMITS.responseBytes);
  expect(list.json().items[0].text).toMatch(/^가+…$/);
  expect((await app.inject('/form')).json()).toEqual(stored);
  await app.close();
});
