import { postRoutes } from '@naru/contract/posts';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { loadOf } from './loads.ts';

it('takes a list for searched by its query, however that is written [REL-141]', async () => {
  const app = Fastify();
  app.get('/list', { config: { route: postRoutes.list } }, async (request) => loadOf(request));
  const loads = async (queries: string[]) => {
    const responses = await Promise.all(queries.map((query) => app.inject(`/list${query}`)));
    return new Set(responses.map(({ body }) => body));
  };
  const searched = ['?query=a', '?page=1&query=a', '?%71uery=a', '?query=&query=a', '?query=%20'];
  expect(await loads(searched)).toEqual(new Set(['search']));
  expect(await loads(['', '?query=', '?query', '?other=query=a', '?query%3Da'])).toEqual(
    new Set(['read']),
  );
  await app.close();
});
