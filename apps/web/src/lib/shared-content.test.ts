import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeShare } from '../service-worker/share.ts';
import { dropShared, handToPost, readShared, takeForPost } from './shared-content.ts';

/** Caches in memory, as jsdom has none. */
function createCaches(isFull = () => false) {
  const all = new Map<string, Map<string, Response>>();
  return {
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      return {
        put: async (key: string, response: Response) => {
          if (isFull()) throw new DOMException('full', 'QuotaExceededError');
          entries.set(key, response);
        },
        match: async (key: string) => entries.get(key)?.clone(),
      };
    },
    delete: async (name: string) => all.delete(name),
  };
}

beforeEach(() => vi.stubGlobal('caches', createCaches()));
afterEach(() => takeForPost());

function share(fields: Record<string, string | File | File[]>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one);
  }
  const formData = async () => form;
  return takeShare({ request: { url: 'https://naru.test/share', formData } as unknown as Request });
}

const NOW = Date.now();
const picture = (name: string) => new File(['pixels'], name, { type: 'image/jpeg' });

it.each([
  [
    'a page',
    { title: '장학금 안내', url: 'https://example.test/7' },
    '장학금 안내',
    'https://example.test/7',
    0,
  ],
  [
    'a text with its address',
    { text: '보세요 https://example.test/7', url: 'https://example.test/7' },
    '',
    '보세요 https://example.test/7',
    0,
  ],
  [
    'a text beside an address',
    { text: '보세요', url: 'https://example.test/7' },
    '',
    '보세요\nhttps://example.test/7',
    0,
  ],
  ['pictures', { files: [picture('부두.jpg'), picture('등대.jpg')] }, '', '', 2],
  ['nothing', {}, '', '', 0],
])('passes on %s that another app shares [UI-646]', async (_, fields, title, text, files) => {
  const response = await share(fields as never);
  expect(response.status).toBe(303);
  const shared = await readShared(NOW);
  expect(shared).toMatchObject({ title, text });
  expect(shared?.files).toHaveLength(files);
  expect(shared?.files.map(({ name }) => name)).toEqual(files ? ['부두.jpg', '등대.jpg'] : []);
});

it('offers what was shared last, within an hour, and not after it was taken [UI-646]', async () => {
  await share({ files: [picture('가.jpg'), picture('나.jpg')] });
  await share({ text: '나중' });
  expect(await readShared(NOW)).toMatchObject({ text: '나중', files: [] });
  expect(await readShared(Date.now() + 61 * 60_000)).toBeNull();
  await share({ text: '다시' });
  await dropShared();
  expect(await readShared(NOW)).toBeNull();
});

it('opens the page without content when the storage is full [UI-646]', async () => {
  vi.stubGlobal(
    'caches',
    createCaches(() => true),
  );
  expect((await share({ text: '가득' })).status).toBe(303);
  expect(await readShared(NOW)).toBeNull();
});

it('begins one form only with what was shared [UI-646]', () => {
  const content = { title: '', text: '한 번', files: [] };
  handToPost(content);
  expect([takeForPost(), takeForPost()]).toEqual([content, null]);
});
