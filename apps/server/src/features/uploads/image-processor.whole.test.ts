import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestImages } from '../../testing/images.ts';
import { makePicture } from './pictures.fixture.ts';

let folder: string;
let small: string;
let large: string;
/** A pipe without a writer: reading it never ends. */
let endless: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-images-'));
  small = join(folder, 'small');
  large = join(folder, 'large');
  await writeFile(small, await makePicture('png', 40, 30));
  endless = join(folder, 'endless');
  execFileSync('sh', ['-c', 'mkfifo "$0"', endless]);
  await writeFile(large, await makePicture('png', 2500, 2500));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refused = expect.objectContaining({ fault: 'content' });

describe('createImageProcessor', () => {
  it('fails only the picture of a killed worker [UPLOAD-23]', async () => {
    const images = createTestImages();
    await images.encode({ path: small, ownerId: 1 });
    const doomed = images.encode({ path: large, ownerId: 1 });
    for (const pid of images.pids()) process.kill(pid, 'SIGKILL');
    await expect(doomed).rejects.toEqual(refused);
    expect(await images.encode({ path: small, ownerId: 1 })).toMatchObject({
      width: 40,
      height: 30,
    });
  });

  it("ends pictures at the deadline and takes another member's in between [UPLOAD-08, UPLOAD-23, UPLOAD-31]", async () => {
    const images = createTestImages({ deadline: 2000 });
    const ended: string[] = [];
    const encode = (path: string, ownerId: number, name: string) =>
      images.encode({ path, ownerId }).finally(() => ended.push(name));
    const hanging = ['1', '2', '3', '4'].map((name) => encode(endless, 1, `hanging ${name}`));
    const other = encode(small, 2, 'small');
    for (const outcome of await Promise.allSettled(hanging)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { fault: 'time' } });
    }
    expect(await other).toMatchObject({ width: 40, height: 30 });
    expect(ended.indexOf('small')).toBeLessThan(ended.indexOf('hanging 4'));
  });

  it('never runs more than two workers', async () => {
    const images = createTestImages();
    const encoded = await Promise.all(
      Array.from({ length: 6 }, () => images.encode({ path: small, ownerId: 1 })),
    );
    expect(encoded).toHaveLength(6);
    expect(images.pids()).toHaveLength(2);
  });

  it('leaks no listeners [UPLOAD-23]', async () => {
    const warnings: Error[] = [];
    const collect = (warning: Error) => void warnings.push(warning);
    process.on('warning', collect);
    const images = createTestImages();
    for (let n = 0; n < 12; n += 1) await images.encode({ path: small, ownerId: 1 });
    await Promise.all(Array.from({ length: 24 }, () => images.encode({ path: small, ownerId: 1 })));
    process.off('warning', collect);
    expect(warnings).toEqual([]);
  });

  it('refuses a file that is not a picture and a missing file', async () => {
    const images = createTestImages();
    const text = join(folder, 'text');
    await writeFile(text, '<svg/>');
    await expect(images.encode({ path: text, ownerId: 1 })).rejects.toMatchObject({
      fault: 'type',
    });
    await expect(images.encode({ path: join(folder, 'none'), ownerId: 1 })).rejects.toEqual(
      refused,
    );
  });
});
