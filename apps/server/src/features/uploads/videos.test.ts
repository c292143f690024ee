import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makeMp4, makeWebm } from './videos.fixture.ts';

const DAY_MS = 86_400_000;

let t: TestApp;
let start: Date;
let council: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  council = await t.signIn('STUDENT_COUNCIL');
});
beforeEach(() => t.clock.set(start));
afterAll(() => t.close());

async function upload(bytes: Buffer, contentType = 'video/mp4', as = council) {
  const query = new URLSearchParams({ contentType, size: String(bytes.length) });
  const { json } = await t.call('GET', `/api/banners/video-presign?${query}`, { as });
  const headers = { 'content-type': contentType };
  return {
    url: new URL(json.fileUrl).pathname,
    response: await t.call('PUT', json.uploadUrl, { body: bytes, headers }),
  };
}
const get = (url: string, headers: Record<string, string> = {}) => t.call('GET', url, { headers });

describe('the upload of a video', () => {
  it('accepts MP4, WebM and what a browser recorded [BANNER-59]', async () => {
    const clip = await readFile(
      new URL('../../../../../packages/demo/clips/vessel.webm', import.meta.url),
    );
    for (const [bytes, type] of [
      [makeMp4(12), 'video/mp4'],
      [makeMp4(180), 'video/mp4'],
      [makeWebm(12), 'video/webm'],
      [makeWebm(170, { recorded: true }), 'video/webm'],
      [clip, 'video/webm'],
    ] as const) {
      const { url, response } = await upload(bytes, type);
      expect([response.status, response.text]).toEqual([200, '']);
      const stored = await get(url);
      expect([stored.status, stored.headers['content-type']]).toEqual([200, type]);
      expect(stored.headers['content-length']).toBe(String(bytes.length));
    }
  });

  it.each([
    ['longer than three minutes', makeMp4(181), 'video/mp4', 400, '3분 이하'],
    ['a longer recording', makeWebm(200, { recorded: true }), 'video/webm', 400, '3분 이하'],
    ['sound only', makeMp4(5, { kind: 'soun' }), 'video/mp4', 400, '소리만'],
    ['no length', makeMp4(0), 'video/mp4', 400, '길이를 알 수 없습니다'],
    ['cut off', makeMp4(5).subarray(0, 120), 'video/mp4', 400, '읽을 수 없습니다'],
    ['QuickTime', makeMp4(5, { brand: 'qt  ' }), 'video/mp4', 415, 'MP4, WebM'],
    ['Matroska', makeWebm(5, { docType: 'matroska' }), 'video/webm', 415, 'MP4, WebM'],
    ['a page', Buffer.from('<html><script>alert(1)</script>'.repeat(9)), 'video/mp4', 415, 'MP4'],
    ['another format than declared', makeWebm(5), 'video/mp4', 415, '파일 형식과 다릅니다'],
    ['nothing', Buffer.alloc(0), 'video/mp4', 415, 'MP4, WebM'],
  ])('refuses %s and stores nothing [BANNER-59]', async (_, bytes, type, status, message) => {
    const { url, response } = await upload(bytes, type);
    expect([response.status, response.json.message]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
    expect((await get(url)).status).toBe(404);
  });

  it('refuses a declared size above 50 MB, another type and a student [BANNER-59]', async () => {
    const presign = async (query: string, as = council) =>
      (await t.call('GET', `/api/banners/video-presign?${query}`, { as })).status;
    expect(await presign('contentType=video/mp4&size=52428801')).toBe(413);
    expect(await presign('contentType=video/quicktime&size=9')).toBe(400);
    expect(await presign('contentType=video/mp4&size=9', await t.signIn('STUDENT'))).toBe(403);
  });
});

describe('GET /files/videos/:name', () => {
  it('serves byte ranges with safe headers [BANNER-60]', async () => {
    const bytes = makeMp4(9);
    const { url } = await upload(bytes);
    const part = await get(url, { range: 'bytes=4-11' });
    expect([part.status, part.text]).toEqual([206, 'ftypisom']);
    expect(part.headers).toMatchObject({
      'content-range': `bytes 4-11/${bytes.length}`,
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect((await get(url, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await get(url.replace('.mp4', '.webm'))).status).toBe(404);
    expect((await get('/files/videos/..%2f..%2ftoken-secret')).status).toBe(404);
  });

  it('lets pages play videos of this site', async () => {
    const policy = String((await get('/main')).headers['content-security-policy']);
    expect(policy).toContain("media-src 'self' blob:");
  });
});

it('the sweep deletes unused videos after a day and keeps those of banners [BANNER-61]', async () => {
  const [used, unused] = [await upload(makeMp4(5)), await upload(makeMp4(6))];
  const item = { bannerType: 'MEDIA', title: '소개', targetUrl: used.url };
  const saved = await t.call('POST', '/api/banners', { as: council, body: [item] });
  expect(saved.status).toBe(200);
  t.clock.set(new Date(t.clock.now().getTime() + 2 * DAY_MS));
  await t.services.jobs.files.run();
  expect([(await get(used.url)).status, (await get(unused.url)).status]).toEqual([200, 404]);
  await t.call('POST', '/api/banners?types=MEDIA', { as: await t.signInAs(council), body: [] });
  await t.services.jobs.files.run();
  expect((await get(used.url)).status).toBe(404);
  const { rows } = await t.db.execute(sql`select key from videos where status = 'removing'`);
  expect(rows).toEqual([]);
});
