import { once } from 'node:events';
import { crc32, createDeflate } from 'node:zlib';
import { TEXTS } from '@naru/contract/texts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestImages } from '../../testing/images.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { listStored, makePicture, presign, put, uploadPicture } from './pictures.fixture.ts';
import { riffChunk } from './riff.ts';

interface PngOptions {
  width: number;
  height: number;
  /** Bits per sample. */
  depth?: 8 | 16;
  isTransparent?: boolean;
  isInterlaced?: boolean;
  /** Leaves out the pixels, so that only a check of the header can refuse it quickly. */
  isEmpty?: boolean;
}

/** First column and row, and the steps, of each pass of an interlaced PNG. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** A black PNG, which compresses to a thousandth of its size. */
async function makeBlackPng(options: PngOptions): Promise<Buffer> {
  const { width, height, depth = 8, isTransparent = false, isInterlaced = false } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, isTransparent ? 6 : 2, 0, 0, isInterlaced ? 1 : 0], 8);
  const bytesPerPixel = ((isTransparent ? 4 : 3) * depth) / 8;
  const passes = isInterlaced ? ADAM7 : [[0, 0, 1, 1]];
  const size = passes.reduce((sum, [left = 0, top = 0, right = 1, down = 1]) => {
    const columns = Math.ceil((width - left) / right);
    const rows = Math.ceil((height - top) / down);
    // Every row begins with the byte of its filter.
    return sum + rows * (columns * bytesPerPixel + 1);
  }, 0);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', await deflateZeros(options.isEmpty ? 0 : size)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

async function deflateZeros(size: number): Promise<Buffer> {
  const block = Buffer.alloc(1 << 20);
  const deflate = createDeflate();
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  for (let left = size; left > 0; left -= block.length) {
    if (!deflate.write(block.subarray(0, Math.min(left, block.length)))) {
      await once(deflate, 'drain');
    }
  }
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(parts);
}

/** An animated WebP that repeats one tiny frame on a square canvas. */
async function makeWebpOf(frames: number, size = 60): Promise<Buffer> {
  const still = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#345' } })
    .webp()
    .toBuffer();
  const canvas = Buffer.alloc(10);
  canvas[0] = 0x02;
  canvas.writeUIntLE(size - 1, 4, 3);
  canvas.writeUIntLE(size - 1, 7, 3);
  const frame = Buffer.alloc(16);
  frame.set([1, 0, 0, 1, 0, 0, 40], 6);
  const anmf = riffChunk('ANMF', Buffer.concat([frame, still.subarray(12)]));
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', canvas),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => anmf),
  ]);
  return riffChunk('RIFF', body);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** An animated GIF that repeats one frame of a single pixel on a square canvas. */
function makeGifOf(frames: number, size = 60): Buffer {
  const screen = Buffer.from([0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  screen.writeUInt16LE(size, 0);
  screen.writeUInt16LE(size, 2);
  const frame = Buffer.from([
    0x21, 0xf9, 4, 0, 4, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0,
  ]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

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
