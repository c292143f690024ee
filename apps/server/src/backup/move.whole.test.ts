import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sizeText } from '../cli/command-line.ts';
import { systemClock } from '../platform/clock.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { createS3Storage } from '../platform/storage/s3/s3-storage.ts';
import type { ObjectStorage } from '../platform/storage/storage.ts';
import { startTestStore, type TestStore } from '../testing/s3-store.ts';
import { runCli } from '../testing/started-program.ts';
import { moveFiles } from './move.ts';

const COUNT = 30;
const FOREIGN = 'files/zzzzzzzzzzzzzzzz.pdf';

let folder: string;
let disk: ObjectStorage;
let store: TestStore;
let bucket: ObjectStorage;
const keys: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-files-'));
  disk = createDiskStorage(join(folder, 'files'));
  for (let n = 0; n < COUNT; n += 1) {
    const key = `${String(n).padStart(2, '0')}${randomBytes(12).toString('hex')}.pdf`;
    keys.push(key);
    await disk.put(key, randomBytes(1 + n * 700));
  }
  store = await startTestStore(systemClock);
  bucket = storageOf(store);
});
beforeEach(() => {
  store.objects.clear();
  store.calls.length = 0;
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const storageOf = ({ settings }: TestStore) =>
  createS3Storage({ settings, clock: systemClock, pages: null });
const puts = () => store.calls.filter((call) => call.startsWith('PUT')).length;
const move = (to: Parameters<typeof moveFiles>[0]['to'] = bucket, lines: string[] = []) =>
  moveFiles({
    from: disk,
    to,
    name: 'the bucket',
    onProgress: ({ what, done, of }) => void lines.push(`${what} ${done}/${of}`),
  });

describe('moving files to a store', () => {
  it('leaves a store alone that has other files [OPS-47]', async () => {
    store.objects.set(FOREIGN, { bytes: Buffer.from('x'), modifiedAt: new Date() });
    await expect(move()).rejects.toThrow('the bucket has files that are not of this installation');
    expect([puts(), store.objects.size]).toEqual([0, 1]);
  });

  it('goes on after an interruption with what is missing [OPS-47]', async () => {
    let left = 10;
    const broken: typeof bucket = {
      ...bucket,
      putStream: async (...file) => {
        left -= 1;
        if (left < 0) throw new Error('cut');
        return bucket.putStream(...file);
      },
    };
    await expect(move(broken)).rejects.toThrow('cut');
    const stored = store.objects.size;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(COUNT);
    store.calls.length = 0;
    const lines: string[] = [];
    expect((await move(bucket, lines)).count).toBe(COUNT);
    expect(puts()).toBe(COUNT - stored);
    expect(lines).toContain(`stored ${COUNT - stored}/${COUNT - stored}`);
    expect(lines.at(-1)).toBe(`compared ${COUNT}/${COUNT}`);
  });

  it('finds a file that differs by one bit [OPS-47]', async () => {
    await move();
    const [name, object] = [...store.objects][7] ?? ['', undefined];
    if (object === undefined) throw new Error('nothing was stored');
    const altered = Buffer.from(object.bytes);
    altered[0] = (altered[0] ?? 0) ^ 1;
    store.objects.set(name, { ...object, bytes: altered });
    await expect(move()).rejects.toThrow(`The file ${name.replace('files/', '')} in the bucket`);
    store.objects.delete(name);
    expect((await move()).count).toBe(COUNT);
  });

  it('by command needs a store that works, and says what is where [OPS-47]', async () => {
    const env = { DATA_DIR: folder };
    const away = { ...env, ...store.env, S3_SECRET_KEY: 'another' };
    const [without, nothing, refused, done] = await Promise.all([
      runCli('move-cli', ['--files'], env),
      runCli('move-cli', [], { ...env, ...store.env }),
      runCli('move-cli', ['--files'], away),
      runCli('move-cli', ['--files'], { ...env, ...store.env }),
    ]);
    expect(without.error).toBe('--files needs the S3_* settings of the new store');
    expect(nothing.error).toMatch(/^Usage: /);
    expect(refused.error).toMatch(/^S3_(SECRET|ACCESS)_KEY /);
    expect(done.error).toBe('');
    expect(done.out).toMatch(/stored 30\/30 files[\s\S]*compared 30\/30 files/);
    expect(done.out).toContain(`Moved: ${COUNT} files (`);
    expect(store.objects.size).toBe(COUNT);
  });
});

it('sizes are never nothing [OPS-46]', () => {
  const sizes = [1, 1_024, 900_000, 1_048_576, 3.5 * 1_048_576, 2 ** 31];
  expect(sizes.map(sizeText)).toEqual(['1 kB', '1 kB', '879 kB', '1.0 MB', '3.5 MB', '2.0 GB']);
});
