import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPicture } from '../../testing/factories/files.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { fetchFile, makePicture, presign, put, uploadPicture } from './pictures.fixture.ts';

let t: TestApp;
let student: SignedIn;
let url: string;
let bytes: Buffer;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
  url = await uploadPicture(t, student, await makePicture('png', 300, 200));
  bytes = await fetchFile(t, url);
});
afterAll(() => t.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  t.call('GET', path, { headers });

describe('GET /files/:name', () => {
  it('serves WebP with safe headers and without the original name [UPLOAD-13, ANON-26]', async () => {
    const { status, headers } = await get(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; sandbox(;|$)/),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
    expect(headers['content-disposition']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('responds to HEAD without a body', async () => {
    const { status, headers, text } = await t.call('HEAD', url);
    expect([status, headers['content-length'], text]).toEqual([200, String(bytes.length), '']);
  });

  it('responds with 304 to its own etag', async () => {
    const etag = String((await get(url)).headers.etag);
    const { status, text } = await get(url, { 'if-none-match': etag });
    expect([status, text]).toEqual([304, '']);
    expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
    const thumb = await get(url.replace('.webp', '_thumb.webp'), { 'if-none-match': etag });
    expect(thumb.status).toBe(200);
  });

  it.each([
    '/files/..%2f..%2ftoken-secret',
    '/files/..%5c..%5ctoken-secret',
    '/files/%252e%252e%252ftoken-secret',
    '/files/%2e%2e/token-secret',
    '/files/../token-secret',
    '/files/%2fetc%2fpasswd',
    '/files//etc/passwd',
    '/files',
    '/files/',
    '/files/ab',
    '/files/upload',
    '/files/upload/',
    '/files/.webp',
    `/files/${'a'.repeat(24)}.webp`,
    `/files/${'a'.repeat(24)}_huge.webp`,
    `/files/${'a'.repeat(24)}.webp.html`,
  ])('finds nothing at %s [UPLOAD-21]', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('follows no symbolic link inside the storage [UPLOAD-21]', async () => {
    const linked = await createPicture(t.db, student);
    const name = linked.slice('/files/'.length);
    const path = join(t.dataDir, 'files', name.slice(0, 2).toLowerCase(), name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(join(t.dataDir, 'secret'), 'secret');
    await symlink(join(t.dataDir, 'secret'), path);
    expect((await get(linked)).status).toBe(404);
  });

  it('responds with 404 before and after a refused upload [UPLOAD-12]', async () => {
    const { uploadUrl, fileUrl } = await presign(t, student);
    expect((await get(fileUrl)).status).toBe(404);
    await put(t, uploadUrl, Buffer.from('no picture'));
    expect((await get(fileUrl)).status).toBe(404);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=5-99999999', 5, undefined],
  ])('returns the range %s [UPLOAD-22]', async (range, start, end) => {
    const response = await t.app.inject({ method: 'GET', url, headers: { range } });
    const part = bytes.subarray(start, end === undefined ? undefined : end + 1);
    expect(response.statusCode).toBe(206);
    expect(response.rawPayload.equals(part)).toBe(true);
    const first = start < 0 ? bytes.length + start : start;
    expect(response.headers['content-range']).toBe(
      `bytes ${first}-${first + part.length - 1}/${bytes.length}`,
    );
  });

  it('returns the whole object as a range when the suffix is longer [UPLOAD-22]', async () => {
    const { status, headers } = await get(url, { range: 'bytes=-99999999' });
    const last = bytes.length - 1;
    expect([status, headers['content-range']]).toEqual([206, `bytes 0-${last}/${bytes.length}`]);
  });

  it('returns a range only while If-Range matches the etag [UPLOAD-22]', async () => {
    const etag = String((await get(url)).headers.etag);
    const range = 'bytes=0-9';
    expect((await get(url, { range, 'if-range': etag })).status).toBe(206);
    for (const other of ['"other"', 'Sat, 21 Nov 2026 00:00:00 GMT']) {
      const { status, headers } = await get(url, { range, 'if-range': other });
      expect([status, headers['content-length']]).toEqual([200, String(bytes.length)]);
    }
  });

  it('reveals no upload time [ANON-27]', async () => {
    const { headers } = await get(url);
    expect(headers['last-modified']).toBeUndefined();
    expect(headers.etag).toBe(`"${url.slice('/files/'.length)}"`);
  });

  it.each(['bytes=99999999-', 'bytes=-0'])('responds with 416 to %s [UPLOAD-22]', async (range) => {
    const { status, headers, text } = await get(url, { range });
    expect([status, headers['content-range'], text]).toEqual([416, `bytes */${bytes.length}`, '']);
  });

  it.each([
    ['letters', 'bytes=a-b'],
    ['letters behind numbers', 'bytes=1x-3y'],
    ['no number', 'bytes=-'],
    ['an end before the start', 'bytes=9-3'],
    ['another unit', 'pages=1-2'],
    ['1000 ranges', `bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join(',')}`],
  ])('returns the whole object for %s [UPLOAD-22]', async (_name, range) => {
    const { status, headers } = await get(url, { range });
    expect([status, headers['content-length']]).toEqual([200, String(bytes.length)]);
  });

  it('is exempt from the request limit per minute [LIMIT-01]', async () => {
    const busy = await createTestApp({ productionRates: true });
    const mine = await uploadPicture(busy, await busy.signIn('STUDENT'));
    const thumb = mine.replace('.webp', '_thumb.webp');
    const statuses = new Set<number>();
    for (let page = 0; page < 70; page += 1) {
      const pictures = Array.from({ length: 10 }, () => busy.call('GET', thumb));
      for (const { status } of await Promise.all(pictures)) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    await busy.close();
  });
});
