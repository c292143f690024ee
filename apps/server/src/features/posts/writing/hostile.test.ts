import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDisallowed } from '../../../domain/posts/disallowed.fixture.ts';
import { HOSTILE } from '../../../domain/posts/vectors.fixture.ts';
import { createPicture } from '../../../testing/factories/files.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  author = await t.signIn('STUDENT');
});
afterAll(() => t.close());

const texts = HOSTILE.filter((text) => !/[\0\p{Surrogate}]/u.test(text));
const groups = Array.from({ length: Math.ceil(texts.length / 12) }, (_, i) =>
  texts.slice(i * 12, (i + 1) * 12),
);

/** JSON with `nosniff`, which no browser renders as a page. */
function expectJson(headers: Record<string, unknown>): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
}

it.each(groups.map((group, i) => [i, group] as const))(
  'stores and returns group %i of hostile texts sanitised, on create and update [HTML-02, HTML-04]',
  async (_i, group) => {
    t.clock.advance(60);
    author = await t.signInAs(author);
    const picture = await createPicture(t.db, author);
    const pieces = group.map((text) => text.replaceAll('/files/a.webp', picture));
    const body = {
      boardType: 'FREE',
      title: (group[0] ?? '').slice(0, 100).replace(/\s+/g, ' ').trim() || '제목',
      content: `<p>글</p>${pieces.join('')}`,
    };
    const made = await t.call('POST', '/api/post/post-up', { as: author, body });
    expect(made.status).toBe(201);
    const { id } = made.json;
    const first = await t.call('GET', `/api/post/${id}`, { as: author });
    expectJson(first.headers);
    expect(first.json.dto.title).toBe(body.title.normalize('NFC'));
    expect(findDisallowed(first.json.dto.content)).toEqual([]);
    const changed = await t.call('PUT', `/api/post/post-up/${id}`, {
      as: author,
      body: { ...body, content: pieces.toReversed().join('<p>글</p>') },
    });
    expect(changed.status).toBe(200);
    const second = await t.call('GET', `/api/post/${id}`, { as: author });
    expect(findDisallowed(second.json.dto.content)).toEqual([]);
    await t.call('POST', `/api/post/${id}/scrap`, { as: author });
    for (const url of ['/api/post?boardType=FREE', '/api/post/scraps', '/api/post/my-posts']) {
      const response = await t.call('GET', url, { as: author });
      expect(response.status).toBe(200);
      expectJson(response.headers);
    }
  },
);
