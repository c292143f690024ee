import { readFile } from 'node:fs/promises';
import { IMAGE_VARIANTS, type ImageVariant } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import sharp, { type Metadata, type OutputInfo, type Sharp, type WebpOptions } from 'sharp';
import { type EncodedImage, ImageError, type ImageShape } from './image-types.ts';
import { addRandomChunk, countFrames } from './riff.ts';

/** Just below WebP's maximum of 16383; a long screenshot keeps its width up to here. */
const MAX_HEIGHT = 16_000;
/** Bounds the memory of the encoder, which needs up to 13 bytes per pixel. */
const MAX_OUTPUT_PIXELS = 12_000_000;
/** Bytes of a picture whose format must be decoded as a whole. */
const MAX_DECODED_BYTES = 160_000_000;
/** Pixels of all frames of an animation; a larger one becomes a still picture. */
const MAX_ANIMATED_PIXELS = 20_000_000;
const STILL = { quality: 82, effort: 2 } as const;
const ANIMATED = { quality: 75, effort: 1 } as const;
/** Side of an avatar at a device pixel ratio of 3. */
const THUMB_PIXELS = 192;
const HEAD_BYTES = 12;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif']);

interface Encoded {
  data: Buffer;
  info: OutputInfo;
}

/**
 * Detects the format by the bytes, checks the limits before anything is decoded, and re-encodes to
 * WebP: auto-oriented, sRGB, no EXIF, GPS, comments or trailing bytes. Animations stay animated up to
 * a number of pixels; thumbs and squares are the first frame. Throws ImageError.
 */
export async function encodeImage(path: string, shape: ImageShape): Promise<EncodedImage> {
  try {
    const bytes = await readFile(path);
    const head = bytes.toString('latin1', 0, HEAD_BYTES);
    if (!isKnownFormat(head)) throw new ImageError(isHeic(head) ? 'heic' : 'type');
    const metadata = await readMetadata(bytes);
    return shape === 'square' ? await encodeSquare(bytes) : await encode(bytes, metadata);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError('content');
  }
}

async function encode(bytes: Buffer, metadata: Metadata): Promise<EncodedImage> {
  const { pages = 1, width, height } = metadata;
  const isAnimated = pages > 1 && pages * width * height <= MAX_ANIMATED_PIXELS;
  const maxHeight = limitHeight(metadata.autoOrient);
  const open = isAnimated ? () => openImage(bytes, true) : await decode(bytes, maxHeight);
  const options = isAnimated ? ANIMATED : STILL;
  const full = await toWebp(shrink(open(), IMAGE_VARIANTS.full, maxHeight), options);
  // A narrow picture keeps its size, and encoding it again would return the same bytes.
  const isNarrow = full.info.width <= IMAGE_VARIANTS.medium;
  const medium = isNarrow
    ? full
    : await toWebp(shrink(open(), IMAGE_VARIANTS.medium, maxHeight), options);
  const still = isAnimated ? openImage(bytes, false) : open();
  const thumb = await toWebp(shrink(still, IMAGE_VARIANTS.thumb, IMAGE_VARIANTS.thumb), STILL);
  return finish({ full, medium, thumb });
}

/** Decodes a still picture once, in the size of its full variant. */
async function decode(bytes: Buffer, maxHeight: number): Promise<() => Sharp> {
  const { data, info } = await shrink(openImage(bytes, false), IMAGE_VARIANTS.full, maxHeight)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

/** Always the same size, so that a profile picture reveals nothing about its original. */
async function encodeSquare(bytes: Buffer): Promise<EncodedImage> {
  const full = await cutSquare(bytes, LIMITS.profileImagePixels);
  const thumb = await cutSquare(bytes, THUMB_PIXELS);
  return finish({ full, medium: full, thumb });
}

function finish({ full, medium, thumb }: Record<ImageVariant, Encoded>): EncodedImage {
  return {
    ...sizeOf(full),
    variants: { full: makeUnique(full), medium: makeUnique(medium), thumb: makeUnique(thumb) },
  };
}

const makeUnique = (encoded: Encoded) => addRandomChunk(encoded.data, sizeOf(encoded));

/** Size of one frame. */
function sizeOf({ info }: Encoded) {
  return { width: info.width, height: info.pageHeight ?? info.height };
}

function cutSquare(bytes: Buffer, size: number): Promise<Encoded> {
  return toWebp(openImage(bytes, false).resize(size, size, { fit: 'cover' }), STILL);
}

/** Reads the header. Throws ImageError for what would take too much time or memory to decode. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  // First, because libwebp needs quadratic time to list the frames of an animation.
  if (countFrames(bytes, LIMITS.imageMaxFrames) > LIMITS.imageMaxFrames) {
    throw new ImageError('frames');
  }
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { format, width, height, pages = 1 } = metadata;
  if (!FORMATS.has(format)) throw new ImageError('type');
  if (pages > LIMITS.imageMaxFrames) throw new ImageError('frames');
  const isTooLarge =
    width * height > LIMITS.imageMaxPixels ||
    Math.max(width, height) > LIMITS.imageMaxSide ||
    countDecodedBytes(metadata) > MAX_DECODED_BYTES;
  if (isTooLarge) throw new ImageError('pixels');
  return metadata;
}

/** Returns 0 for formats that are decoded line by line. */
function countDecodedBytes(metadata: Metadata): number {
  const { format, width, height, channels, depth, isProgressive } = metadata;
  if (format === 'webp') return width * height * 4;
  if (!isProgressive) return 0;
  if (format === 'png') return width * height * channels * (depth === 'ushort' ? 2 : 1);
  // Coefficients of two bytes; 4:2:0 has half as many colour values as pixels.
  const samples = metadata.chromaSubsampling === '4:2:0' ? channels / 2 : channels;
  return width * height * samples * 2;
}

/** Returns the height up to which a picture, narrowed in proportion, can be encoded. */
function limitHeight({ width, height }: { width: number; height: number }): number {
  return Math.min(MAX_HEIGHT, Math.floor(Math.sqrt((MAX_OUTPUT_PIXELS * height) / width)));
}

function shrink(image: Sharp, width: number, height: number): Sharp {
  return image.resize({ width, height, fit: 'inside', withoutEnlargement: true });
}

function toWebp(image: Sharp, options: WebpOptions): Promise<Encoded> {
  return image.webp(options).toBuffer({ resolveWithObject: true });
}

function openImage(bytes: Buffer, isAnimated: boolean): Sharp {
  const image = sharp(bytes, {
    animated: isAnimated,
    limitInputPixels: LIMITS.imageMaxPixels,
    failOn: 'error',
  });
  // sharp cannot orient animations; no camera produces them.
  return isAnimated ? image : image.autoOrient();
}

/** Checks the magic bytes, so that no decoder other than these four ever runs. */
function isKnownFormat(text: string): boolean {
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('GIF87a') ||
    text.startsWith('GIF89a') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  );
}

/** Phone photos that need a licensed codec. */
function isHeic(text: string): boolean {
  return text.slice(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(text.slice(8, 12));
}
