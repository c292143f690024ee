import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOpenFiles } from '../../testing/open-files.ts';
import { createSpool } from './spool.ts';

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
