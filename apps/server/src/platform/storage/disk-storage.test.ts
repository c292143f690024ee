import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import type { ObjectStorage, StoredObject } from './storage.ts';

const KEY = 'Ab3_defghijklmnopqrstuvw.webp';
const BYTES = Buffer.from('0123456789');

let folder: string;
let storage: ObjectStorage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-storage-'));
  storage = createDiskStorage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function read(object: StoredObject | null, range?: { start: number; end: number }) {
  if (object === null) throw new Error('no such object');
  return buffer(object.open(range));
}

async function filesBelow(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('the disk storage', () => {
  it('returns a stored object whole and in part, until it is removed', async () => {
    expect(await storage.get(KEY)).toBeNull();
    await storage.put(KEY, BYTES, 'image/webp');
    const whole = await storage.get(KEY);
    expect(whole?.size).toBe(10);
    expect(await read(whole)).toEqual(BYTES);
    const part = await storage.get(KEY);
    expect(String(await read(part, { start: 2, end: 4 }))).toBe('234');
    expect(await filesBelow()).toEqual([KEY]);
    await storage.remove([KEY, KEY]);
    expect(await storage.get(KEY)).toBeNull();
    expect(await filesBelow()).toEqual([]);
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

  it('stores a whole object when 20 writes of the same key run at once', async () => {
    const versions = Array.from({ length: 20 }, (_, index) => Buffer.alloc(100_000, index));
    await Promise.all(versions.map((bytes) => storage.put(KEY, bytes, 'image/webp')));
    const stored = await storage.get(KEY);
    const bytes = await read(stored);
    expect(versions.some((version) => version.equals(bytes))).toBe(true);
    expect(await filesBelow()).toEqual([KEY]);
  });

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
    await expect(storage.put(key, BYTES, 'image/webp')).rejects.toThrow('Not a key');
  });
});
