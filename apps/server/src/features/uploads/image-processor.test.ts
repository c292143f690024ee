import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageProcessor } from './image-processor.ts';
import { makePicture } from './pictures.fixture.ts';

let folder: string;
let small: string;
let large: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-images-'));
  small = join(folder, 'small');
  large = join(folder, 'large');
  await writeFile(small, await makePicture('png', 40, 30));
  await writeFile(large, await makePicture('png', 2500, 2500));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refused = expect.objectContaining({ fault: 'content' });

describe('createImageProcessor', () => {
  it('fails only the picture of a killed worker [UPLOAD-23]', async () => {
    const images = createImageProcessor();
    await images.encode(small);
    const doomed = images.encode(large);
    for (const pid of images.pids()) process.kill(pid, 'SIGKILL');
    await expect(doomed).rejects.toEqual(refused);
    expect(await images.encode(small)).toMatchObject({ width: 40, height: 30 });
  });

  it('fails a picture that exceeds the deadline [UPLOAD-23]', async () => {
    const images = createImageProcessor({ deadline: 1 });
    await expect(images.encode(large)).rejects.toEqual(refused);
  });

  it('never runs more than two workers', async () => {
    const images = createImageProcessor();
    const encoded = await Promise.all(Array.from({ length: 6 }, () => images.encode(small)));
    expect(encoded).toHaveLength(6);
    expect(images.pids()).toHaveLength(2);
  });

  it('leaks no listeners [UPLOAD-23]', async () => {
    const warnings: Error[] = [];
    const collect = (warning: Error) => void warnings.push(warning);
    process.on('warning', collect);
    const images = createImageProcessor();
    for (let n = 0; n < 12; n += 1) await images.encode(small);
    await Promise.all(Array.from({ length: 24 }, () => images.encode(small)));
    process.off('warning', collect);
    expect(warnings).toEqual([]);
  });

  it('refuses a file that is not a picture and a missing file', async () => {
    const images = createImageProcessor();
    const text = join(folder, 'text');
    await writeFile(text, '<svg/>');
    await expect(images.encode(text)).rejects.toMatchObject({ fault: 'type' });
    await expect(images.encode(join(folder, 'none'))).rejects.toEqual(refused);
  });
});
