import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpenFiles } from '../../testing/data-folder.ts';
import { startTestStore, type TestStore } from '../../testing/s3-store.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { reportStorage, type StorageEnv, storeOrigin } from './create-storage.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3/s3-storage.ts';
import { createSpool } from './spool.ts';
import type { ObjectStorage, StoredObject } from './storage.ts';

const KEY = 'Ab3_defghijklmnopqrstuvw.webp';
const BYTES = Buffer.from('0123456789');

interface Opened {
  storage: ObjectStorage;
  /** Everything that is stored, also what `list` leaves out. */
  names(): Promise<string[]>;
  close(): Promise<unknown>;
}

async function openDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'naru-storage-'));
  const names = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  const close = () => rm(folder, { recursive: true, force: true });
  return { storage: createDiskStorage(folder), names, close };
}

async function openS3(): Promise<Opened> {
  const clock = createTestClock();
  const store = await startTestStore(clock);
  store.pageSize = 10;
  const storage = createS3Storage({ settings: store.settings, clock, pages: null });
  return { storage, names: async () => [...store.objects.keys()], close: store.close };
}

function read(object: StoredObject | null, range?: { start: number; end: number }) {
  if (object === null) throw new Error('no such object');
  return buffer(object.open(range));
}

async function listed(storage: ObjectStorage) {
  const all: { key: string; size: number }[] = [];
  for await (const { key, size } of storage.list()) all.push({ key, size });
  return all.toSorted((one, other) => one.key.localeCompare(other.key));
}

describe.each([
  ['disk', openDisk],
  ['S3', openS3],
] as const)('the storage on %s', (_name, start) => {
  let opened: Opened;
  let storage: ObjectStorage;
  beforeAll(async () => {
    opened = await start();
    storage = opened.storage;
  });
  afterAll(() => opened.close());

  it.each([
    '',
    '.',
    '..',
    '../Ab3_defghijklmnopqrstuvw.webp',
    '..%2fAb3_defghijklmnopqrst.webp',
    'ab/Ab3_defghijklmnopqrst.webp',
    'ab\\Ab3_defghijklmnopqrst.webp',
    '/etc/passwd',
    'C:Ab3_defghijklmnopqrst.webp',
    '-rf_defghijklmnopqrstuvw.webp',
    '.hidden_ghijklmnopqrstuvw.webp',
    'Ab3_defghijklmnopqrstuvw.webp\0.png',
    'Ab3_defghijklmnopqrstuvw.webp.html',
    'short.webp',
    `${'a'.repeat(200)}.webp`,
  ])('has no object with the key %j [UPLOAD-21]', async (key) => {
    expect(await storage.get(key)).toBeNull();
    await storage.remove([key]);
    await expect(storage.put(key, BYTES)).rejects.toThrow('Not a key');
    const body = Readable.from([BYTES]);
    await expect(storage.putStream(key, body, BYTES.length)).rejects.toThrow('Not a key');
    expect(await opened.names()).toEqual([]);
  });

  it('is up, also while nothing is stored', async () => {
    expect(await storage.check()).toBe('up');
    expect(await listed(storage)).toEqual([]);
  });

  it('returns a stored object whole and in part, until it is removed', async () => {
    expect(await storage.get(KEY)).toBeNull();
    await storage.put(KEY, BYTES);
    const whole = await storage.get(KEY);
    expect(whole?.size).toBe(10);
    expect(await read(whole)).toEqual(BYTES);
    expect(String(await read(await storage.get(KEY), { start: 2, end: 4 }))).toBe('234');
    expect(String(await read(await storage.get(KEY), { start: 0, end: 9 }))).toBe('0123456789');
    const unread = await storage.get(KEY);
    await unread?.close();
    expect(await listed(storage)).toEqual([{ key: KEY, size: 10 }]);
    await storage.remove([KEY, KEY]);
    expect(await storage.get(KEY)).toBeNull();
    expect(await opened.names()).toEqual([]);
  });

  it('moves a file: its bytes are stored, its old name is gone', async () => {
    const place = await mkdtemp(join(tmpdir(), 'naru-moved-'));
    const path = join(place, 'incoming');
    await writeFile(path, BYTES);
    await storage.putFile(KEY, path);
    expect(await read(await storage.get(KEY))).toEqual(BYTES);
    expect(await readdir(place)).toEqual([]);
    await expect(storage.putFile('../x', path)).rejects.toThrow();
    await storage.remove([KEY]);
    await rm(place, { recursive: true });
  });

  it.each([
    ['shorter', 9],
    ['longer', 11],
  ])('stores nothing of a stream that is %s than announced', async (_how, length) => {
    const body = Readable.from([Buffer.alloc(length)]);
    await expect(storage.putStream(KEY, body, 10)).rejects.toThrow();
    expect(await opened.names()).toEqual([]);
  });

  it('stores streams of the announced size, also an empty one, and lists all objects', async () => {
    const keys = Array.from({ length: 25 }, (_, at) => `${at + 10}_defghijklmnopqrstuvwx.pdf`);
    for (const [size, key] of keys.entries()) {
      const parts = Array.from({ length: size }, () => Buffer.from('x'));
      await storage.putStream(key, Readable.from(parts), size);
    }
    expect(await listed(storage)).toEqual(keys.map((key, size) => ({ key, size })));
    expect(String(await read(await storage.get(keys[3] ?? '')))).toBe('xxx');
    expect(String(await read(await storage.get(keys[0] ?? '')))).toBe('');
    await storage.remove(keys);
    expect(await opened.names()).toEqual([]);
  });

  it('stores a whole object when 20 writes of the same key run at once', async () => {
    const versions = Array.from({ length: 20 }, (_, index) => Buffer.alloc(100_000, index));
    await Promise.all(versions.map((bytes) => storage.put(KEY, bytes)));
    const bytes = await read(await storage.get(KEY));
    expect(versions.some((version) => version.equals(bytes))).toBe(true);
    expect(await opened.names()).toHaveLength(1);
    await storage.remove([KEY]);
  });
});

it('a folder that cannot be used is down', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'naru-storage-'));
  await writeFile(join(folder, 'file'), '');
  expect(await createDiskStorage(join(folder, 'file')).check()).toBe('down');
  await rm(folder, { recursive: true });
});

const clock = createTestClock();
let store: TestStore;
beforeAll(async () => {
  store = await startTestStore(clock);
});
afterAll(() => store.close());

const PAGES = 'http://naru.example';
const envWith = (s3: Partial<TestStore['settings']>, publicUrl = PAGES): StorageEnv => ({
  DATA_DIR: '/nowhere',
  PUBLIC_URL: publicUrl,
  S3: { ...store.settings, ...s3 },
});

it.each([
  [{ bucket: 'other' }, 'S3_BUCKET other does not exist'],
  [{ accessKey: 'nobody' }, 'S3_ACCESS_KEY is unknown to the store'],
  [{ secretKey: 'wrong' }, 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY'],
])('names the setting that %j makes wrong, in one line [OPS-110]', async (s3, line) => {
  expect(await reportStorage(envWith(s3), clock)).toEqual({ fatal: line, warnings: [] });
});

it('names the keys of a store that forbids [OPS-110]', async () => {
  store.fail('forbidden');
  const { fatal } = await reportStorage(envWith({}), clock);
  expect(fatal).toBe('S3_ACCESS_KEY may not list, read and write naru-files');
  store.fail(null);
});

it('warns of a store that is away, and is not stopped by it [REL-09]', async () => {
  store.fail('down');
  const { fatal, warnings } = await reportStorage(envWith({}), clock);
  expect(fatal).toBeNull();
  expect(warnings).toEqual([
    expect.stringMatching(/^S3_ENDPOINT http:\S+ is away \(.+\): files cannot be stored/),
  ]);
  store.fail(null);
});

it('prints the rule that the bucket needs before browsers send files to it [UPLOAD-110]', async () => {
  const { warnings } = await reportStorage(envWith({}), clock);
  expect(warnings[0]).toContain(`"AllowedOrigins":["${PAGES}"],"AllowedMethods":["PUT"]`);
  store.allowed.push(PAGES);
  expect(await reportStorage(envWith({}), clock)).toEqual({ fatal: null, warnings: [] });
  expect([...store.objects.keys()]).toEqual([]);
});

it('pages of an https site send nothing to a store without [UPLOAD-110]', async () => {
  const env = envWith({}, 'https://naru.example');
  expect(storeOrigin(env)).toBeNull();
  expect(storeOrigin(envWith({}))).toBe(store.settings.endpoint);
  const { fatal, warnings } = await reportStorage(env, clock);
  expect([fatal, warnings]).toEqual([null, [expect.stringContaining('is not https')]]);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-spool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the sweep removes old files, keeps new ones and ignores those that vanish', async () => {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming);
  await writeFile(join(incoming, 'old'), 'x');
  await utimes(join(incoming, 'old'), 1, 1);
  await writeFile(join(incoming, 'new'), 'x');
  // Listed but missing at stat, like a finished upload during the sweep.
  await symlink(join(folder, 'nowhere'), join(incoming, 'vanished'));
  expect(await createSpool(incoming).sweep(60_000)).toBe(1);
  expect((await readdir(incoming)).sort()).toEqual(['new', 'vanished']);
});

it('leaves no file of a body that fails at once', async () => {
  const incoming = join(folder, 'refused');
  const spool = createSpool(incoming);
  for (let count = 0; count < 200; count += 1) {
    const body = Readable.from(refuse());
    await expect(spool.receive(body, { maxBytes: 10 })).rejects.toThrow('refused');
    expect(await readdir(incoming)).toEqual([]);
  }
});

it('closes and removes the file of a body that never ends [UPLOAD-18]', async () => {
  const incoming = join(folder, 'endless');
  const spool = createSpool(incoming);
  const countOpen = async () => (await listOpenFiles(incoming)).length;
  const gone = new AbortController();
  const late = spool.receive(new PassThrough(), { maxBytes: 10, signal: gone.signal });
  await expect.poll(countOpen).toBe(1);
  gone.abort();
  await expect(late).rejects.toThrow('aborted');
  const never = spool.receive(new PassThrough(), { maxBytes: 10, signal: gone.signal });
  await expect(never).rejects.toThrow('aborted');
  expect(await countOpen()).toBe(0);
  expect(await readdir(incoming)).toEqual([]);
});

// biome-ignore lint/correctness/useYield: fails before it gives anything
async function* refuse(): AsyncGenerator<Buffer> {
  throw new Error('refused');
}
