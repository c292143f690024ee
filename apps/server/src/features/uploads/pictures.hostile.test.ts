import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestImages } from '../../testing/images.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { listStored, makePicture, presign, put, uploadPicture } from './pictures.fixture.ts';
import { makeBlackPng, makeGifOf, makeWebpOf } from './pictures.hostile.fixture.ts';

let t: TestApp;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

async function upload(bytes: Buffer, app = t, as = student) {
  const { uploadUrl } = await presign(app, as);
  const { status, json } = await put(app, uploadUrl, bytes);
  return { status, message: json?.message };
}

describe('limits of pictures', () => {
  it.each([
    ['a WebP of 101 frames', () => makeWebpOf(101)],
    ['a WebP of 10,000 frames', () => makeWebpOf(10_000)],
    ['10 MB of WebP frames', () => makeWebpOf(150_000, 16)],
    ['a GIF of 101 frames', () => makeGifOf(101)],
    ['a GIF of 10,000 frames', () => makeGifOf(10_000)],
    ['10 MB of GIF frames', () => makeGifOf(430_000)],
  ])('refuse %s and store nothing [UPLOAD-07, UPLOAD-08]', async (_name, make) => {
    const before = await listStored(t, 'files');
    const refused = { status: 400, message: TEXTS.imageTooManyFrames };
    expect(await upload(await make())).toEqual(refused);
    expect(await listStored(t, 'files')).toEqual(before);
  });

  it.each([
    ['a row of 40 million pixels', { width: 40_000_000, height: 1 }],
    ['a column of 40 million pixels', { width: 1, height: 40_000_000 }],
    ['49 million pixels', { width: 7000, height: 7000 }],
    ['4,290 million pixels', { width: 65_500, height: 65_500 }],
    [
      'an interlaced picture of 317 MB',
      { width: 6300, height: 6300, depth: 16, isTransparent: true, isInterlaced: true },
    ],
  ] as const)('refuse %s by the header alone [UPLOAD-07, UPLOAD-08]', async (_name, size) => {
    const png = await makeBlackPng({ ...size, isEmpty: true });
    expect(await upload(png)).toEqual({ status: 400, message: TEXTS.imageTooManyPixels });
  });

  it('accept 100 frames, a side of 30,000 pixels and a small interlaced picture [UPLOAD-08]', async () => {
    const accepted = [
      await makeWebpOf(100),
      makeGifOf(100),
      await makeBlackPng({ width: 30_000, height: 2 }),
      await makeBlackPng({ width: 2, height: 30_000 }),
      await makeBlackPng({ width: 300, height: 200, isInterlaced: true }),
    ];
    for (const bytes of accepted) expect((await upload(bytes)).status).toBe(200);
  });

  it.each([
    ['takes longer than the deadline', { deadline: 1 }],
    ['needs more processor time than it may', { cpuMs: 1 }],
  ])('refuse a picture that %s [UPLOAD-08]', async (_name, limits) => {
    const images = createTestImages(limits);
    const strict = await createTestApp({ images });
    const as = await strict.signIn('STUDENT');
    const refused = { status: 400, message: TEXTS.imageTooSlow };
    const large = await makeBlackPng({ width: 3000, height: 3000 });
    expect(await upload(large, strict, as)).toEqual(refused);
    await strict.close();
  });
});

describe('the queue of pictures', () => {
  it('takes turns by the member who uploads [UPLOAD-31]', async () => {
    const images = createTestImages();
    const owners: unknown[] = [];
    const recording: typeof images = {
      ...images,
      encode: (picture) => {
        owners.push(picture.ownerId);
        return images.encode(picture);
      },
    };
    const app = await createTestApp({ images: recording });
    const first = await app.signIn('STUDENT');
    const second = await app.signIn('STUDENT');
    for (const as of [first, second]) await uploadPicture(app, as);
    await app.services.uploads.pictures.storePicture(await makePicture('png'));
    expect(owners).toEqual([first.id, second.id, null]);
    await app.close();
  });
});
