import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestStore, type TestStore } from '../../../testing/s3-store.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { StorageError } from '../storage.ts';
import { S3_LIMITS } from './s3-client.ts';
import { createS3Storage, type S3Storage } from './s3-storage.ts';

const KEY = 'Ab3_defghijklmnopqrstuvw.pdf';
const OTHER_KEY = 'Ab3_defghijklmnopqrstuvx.pdf';
const PAGES = 'https://naru.example';
const BYTES = Buffer.from('%PDF-1.7 해도');
const TYPE = 'application/pdf';

const clock = createTestClock();
let store: TestStore;
let storage: S3Storage;
beforeAll(async () => {
  store = await startTestStore(clock);
  store.allowed.push(PAGES);
});
afterAll(() => store.close());
beforeEach(() => {
  store.fail(null);
  store.objects.clear();
  store.calls.length = 0;
  storage = open();
});

const open = (limits = S3_LIMITS) =>
  createS3Storage({ settings: store.settings, clock, pages: PAGES, limits });

const presign = async (size = BYTES.length) => {
  const url = await storage.direct?.presign(KEY, { contentType: TYPE, size, seconds: 300 });
  if (url === undefined) throw new Error('nothing is sent to the store');
  return url;
};
const put = async (url: string, body = BYTES, type = TYPE) =>
  (await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })).status;

describe('a signed PUT of a browser', () => {
  it.each([
    ['a signature', (url: string) => url.replace(/.$/, (one) => (one === '0' ? '1' : '0'))],
    ['a key', (url: string) => url.replace(KEY, KEY.replace('Ab3', 'Bb3'))],
    ['a validity', (url: string) => url.replace('Expires=300', 'Expires=9000')],
    ['headers', (url: string) => url.replace('content-length%3B', '')],
  ])('is refused with %s that was not signed [UPLOAD-10]', async (_what, change) => {
    const url = await presign();
    expect(change(url)).not.toBe(url);
    expect(await put(change(url))).toBe(403);
    expect(store.objects.size).toBe(0);
  });

  it('is refused with another type, another length, and after 5 minutes [UPLOAD-11]', async () => {
    const url = await presign();
    expect(await put(url, BYTES, 'text/html')).toBe(403);
    expect(await put(url, Buffer.concat([BYTES, BYTES]))).toBe(403);
    expect(await put(url, BYTES.subarray(1))).toBe(403);
    clock.advance(301);
    expect(await put(url)).toBe(403);
    expect(store.objects.size).toBe(0);
  });

  it('arrives apart from the checked objects, is no object and is swept [UPLOAD-111]', async () => {
    expect(await put(await presign())).toBe(200);
    expect(await storage.get(KEY)).toBeNull();
    for await (const { key } of storage.list()) throw new Error(`lists ${key}`);
    expect(await storage.direct?.sweep(clock.now())).toBe(0);
    const arrived = await storage.direct?.open(KEY);
    expect(await buffer(arrived?.open() ?? Readable.from([]))).toEqual(BYTES);
    clock.advance(1);
    await storage.put(KEY, BYTES);
    expect(await storage.direct?.sweep(clock.now())).toBe(1);
    expect([...store.objects.keys()]).toEqual([`files/${KEY}`]);
  });
});

describe('a store in trouble', () => {
  it('fails every call within the limit, and at once after it is back [REL-09]', async () => {
    await storage.put(KEY, BYTES);
    expect(await storage.check()).toBe('up');
    storage = open({ ...S3_LIMITS, silenceMs: 150 });
    for (const trouble of ['silent', 'down', 'forbidden', 'no HTTP'] as const) {
      store.fail(trouble);
      const calls = [
        storage.put(KEY, BYTES),
        storage.get(KEY),
        storage.remove([KEY]),
        storage.putStream(KEY, Readable.from([BYTES]), BYTES.length),
        storage.list()[Symbol.asyncIterator]().next(),
        storage.direct?.open(KEY),
        storage.direct?.sweep(clock.now()),
      ];
      const results = await Promise.allSettled(calls);
      for (const result of results) {
        expect([trouble, result]).toEqual([
          trouble,
          { status: 'rejected', reason: expect.any(StorageError) },
        ]);
      }
      expect(await storage.check()).toBe('down');
    }
    store.fail(null);
    expect((await storage.get(KEY))?.size).toBe(BYTES.length);
    await expect.poll(() => storage.check()).toBe('up');
  });

  it('repeats a call once that a busy store refused, but no stream that is read', async () => {
    const patient = open(S3_LIMITS);
    store.fail('busy once');
    await patient.put(KEY, BYTES);
    expect(store.calls).toEqual([`PUT files/${KEY}`, `PUT files/${KEY}`]);
    store.fail('busy once');
    const stream = patient.putStream(KEY, Readable.from([BYTES]), BYTES.length);
    await expect(stream).rejects.toThrow(StorageError);
    expect(store.calls).toHaveLength(3);
  });

  it('a bucket that disappears is trouble, not a missing object', async () => {
    const settings = { ...store.settings, bucket: 'gone' };
    const other = createS3Storage({ settings, clock, pages: null });
    await expect(other.get(KEY)).rejects.toThrow(StorageError);
    expect(await other.check()).toBe('down');
  });

  it('slow readers hold up nothing else', async () => {
    const busy = open({ ...S3_LIMITS, readers: 1 });
    await busy.put(KEY, BYTES);
    const slow = await busy.get(KEY);
    const next = busy.get(KEY);
    expect(await busy.check()).toBe('up');
    await busy.remove([OTHER_KEY]);
    await busy.put(OTHER_KEY, BYTES);
    expect(store.calls.filter((call) => call === `GET files/${KEY}`)).toHaveLength(1);
    await slow?.close();
    expect((await next)?.size).toBe(BYTES.length);
  });

  it('asks for its state once for many that want to know it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => storage.check()));
    expect(store.calls).toHaveLength(1);
  });
});
