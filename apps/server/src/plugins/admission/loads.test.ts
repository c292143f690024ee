import { postRoutes } from '@naru/contract/posts';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { WIDE_ADMISSION } from '../../testing/test-app.ts';
import { createAdmission, isMoving, loadOf } from './loads.ts';

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

it('is stuck when nobody of a load has got a place for 30 seconds, though somebody waits [OPS-42]', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const none = { atOnce: 0, waiting: 1, waitMs: 600_000, overloadMs: 600_000 };
  const admission = createAdmission(1, { ...WIDE_ADMISSION, write: none });
  clock.mockReturnValue(60_000);
  expect(isMoving(admission)).toBe(true);
  const waiting = {
    subject: { key: 1, weight: 1 },
    start: () => undefined,
    refuse: () => undefined,
  };
  admission.write.wait(waiting);
  clock.mockReturnValue(89_999);
  expect(isMoving(admission)).toBe(true);
  clock.mockReturnValue(90_000);
  expect(isMoving(admission)).toBe(false);
  admission.write.leave(waiting);
});
