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

describe('the image workers', () => {
  it('one that is killed fails its picture, not the server nor the next picture [UPLOAD-23]', async () => {
    const images = createImageProcessor();
    await images.encode(small);
    const doomed = images.encode(large);
    for (const pid of images.pids()) process.kill(pid, 'SIGKILL');
    await expect(doomed).rejects.toEqual(refused);
    expect(await images.encode(small)).toMatchObject({ width: 40, height: 30 });
  });

  it('gives up a picture that takes too long [UPLOAD-23]', async () => {
    const images = createImageProcessor({ deadline: 1 });
    await expect(images.encode(large)).rejects.toEqual(refused);
  });

  it('never runs more than two', async () => {
    const images = createImageProcessor();
    const encoded = await Promise.all(Array.from({ length: 6 }, () => images.encode(small)));
    expect(encoded).toHaveLength(6);
    expect(images.pids()).toHaveLength(2);
  });

  it('adds no listeners job by job [UPLOAD-23]', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    const images = createImageProcessor();
    for (let n = 0; n < 12; n += 1) await images.encode(small);
    await Promise.all(Array.from({ length: 24 }, () => images.encode(small)));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('refuses what is no picture, and a file that is not there', async () => {
    const images = createImageProcessor();
    const text = join(folder, 'text');
    await writeFile(text, '<svg/>');
    await expect(images.encode(text)).rejects.toMatchObject({ fault: 'type' });
    await expect(images.encode(join(folder, 'none'))).rejects.toEqual(refused);
  });
});
