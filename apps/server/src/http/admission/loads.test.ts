import { readdirSync, readFileSync } from 'node:fs';
import { feedRoutes } from '@naru/contract/feeds';
import { postRoutes } from '@naru/contract/posts';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { contractCalls } from '../../testing/matrix/mounted.ts';
import { WIDE_ADMISSION } from '../../testing/test-app.ts';
import { createAdmission, isMoving, loadOf, loadOfRoute } from './loads.ts';

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

/** What looks for words in stored texts, and the calls that run it with words. */
const SEARCHES: Record<string, readonly string[]> = {
  'features/admin/admin.repo.ts': [
    'GET /api/admin/search-users?username=a',
    'GET /api/admin/search-users?name=a',
    'GET /api/admin/search-users?nickname=a',
  ],
  'features/audit/audit.repo.ts': [
    'GET /api/admin/audit?actor=a',
    'GET /api/admin/audit/export?actor=a',
  ],
  'features/chat/chat.search.repo.ts': ['GET /api/mail/search/:roomId?query=a'],
  'features/emails/emails.repo.ts': ['GET /api/admin/emails?query=a'],
  'features/friends/friends.lists.repo.ts': ['GET /api/search?query=a'],
  'features/inquiries/inquiries.repo.ts': ['GET /api/inquiries?query=a'],
  'features/lectures/lectures.read.repo.ts': ['GET /api/lecture-room/list?query=a'],
  'features/posts/search/asked.repo.ts': ['GET /api/post?query=a'],
  'features/posts/search/everywhere.repo.ts': ['GET /api/search?query=a'],
  'features/posts/search/files.repo.ts': ['GET /api/post?query=a', 'GET /api/search?query=a'],
  'features/posts/search/search.repo.ts': ['GET /api/post?query=a'],
  'features/posts/search/walk.repo.ts': ['GET /api/post?query=a'],
  'features/roster/roster.repo.ts': ['GET /api/admin/roster?query=a'],
};

it('is that of a search wherever words are looked for in stored texts [REL-141]', async () => {
  const src = `${import.meta.dirname}/../..`;
  const files = readdirSync(`${src}/features`, { recursive: true })
    .map((file) => `features/${file}`)
    .filter((file) => file.endsWith('.repo.ts'))
    .filter((file) =>
      /ilike|contains(Name|Text)\(|letter_pairs|pairsOf\(query\)/.test(
        readFileSync(`${src}/${file}`, 'utf8'),
      ),
    );
  expect(files.toSorted()).toEqual(Object.keys(SEARCHES).toSorted());
  const routes = new Map(contractCalls());
  const app = Fastify();
  const loads: [string, string][] = [];
  for (const call of new Set(Object.values(SEARCHES).flat())) {
    const [path = '', query] = call.split('?');
    const route = routes.get(path);
    const url = `/${loads.length}`;
    if (route !== undefined)
      app.get(url, { config: { route } }, async (request) => loadOf(request));
    loads.push([call, `${url}?${query}`]);
  }
  const found = [];
  for (const [call, url] of loads) found.push([call, (await app.inject(url)).body]);
  await app.close();
  expect(found).toEqual(loads.map(([call]) => [call, 'search']));
});

it('is that of a read for feeds, which the database holds [FEED-09]', () => {
  expect(loadOfRoute(feedRoutes.read)).toBe('read');
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
