import { open } from 'node:fs/promises';
import { IMAGE_VARIANTS, type ImageVariant } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { type EncodedImage, ImageError, type ImageShape } from './image-types.ts';

/** Just below WebP's maximum of 16383; a long screenshot keeps its width up to here. */
const MAX_HEIGHT = 16_000;
const STILL = { quality: 82, effort: 2 } as const;
const ANIMATED = { quality: 75, effort: 1 } as const;
/** Side of an avatar at a device pixel ratio of 3. */
const THUMB_PIXELS = 192;
const HEAD_BYTES = 12;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif']);

/**
 * Detects the format by the bytes and re-encodes to WebP: auto-oriented, sRGB, no EXIF, GPS, comments
 * or trailing bytes. Animations stay animated unless all frames together exceed the pixel limit;
 * thumbs and squares are the first frame. Throws ImageError.
 */
export async function encodeImage(path: string, shape: ImageShape): Promise<EncodedImage> {
  const head = await readHead(path);
  if (!isKnownFormat(head)) throw new ImageError(isHeic(head) ? 'heic' : 'type');
  try {
    return shape === 'square' ? await encodeSquare(path) : await encode(path);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError('content');
  }
}

async function encode(path: string): Promise<EncodedImage> {
  const { pages = 1, width, height } = await readMetadata(path);
  const isAnimated = pages > 1 && pages * width * height <= LIMITS.imageMaxPixels;
  const full = await encodeVariant(path, 'full', isAnimated);
  const medium = await encodeVariant(path, 'medium', isAnimated);
  const thumb = await encodeVariant(path, 'thumb', false);
  return {
    width: full.info.width,
    height: full.info.pageHeight ?? full.info.height,
    variants: { full: full.data, medium: medium.data, thumb: thumb.data },
  };
}

/** Always the same size, so that a profile picture reveals nothing about its original. */
async function encodeSquare(path: string): Promise<EncodedImage> {
  await readMetadata(path);
  const full = await cutSquare(path, LIMITS.profileImagePixels);
  const thumb = await cutSquare(path, THUMB_PIXELS);
  return {
    width: LIMITS.profileImagePixels,
    height: LIMITS.profileImagePixels,
    variants: { full, medium: full, thumb },
  };
}

function cutSquare(path: string, size: number): Promise<Buffer> {
  return openImage(path, false).resize(size, size, { fit: 'cover' }).webp(STILL).toBuffer();
}

async function readMetadata(path: string) {
  const metadata = await openImage(path, false).metadata();
  if (!FORMATS.has(metadata.format)) throw new ImageError('type');
  return metadata;
}

function encodeVariant(path: string, variant: ImageVariant, isAnimated: boolean) {
  const size = IMAGE_VARIANTS[variant];
  return openImage(path, isAnimated)
    .resize({
      width: size,
      height: variant === 'thumb' ? size : MAX_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp(isAnimated ? ANIMATED : STILL)
    .toBuffer({ resolveWithObject: true });
}

function openImage(path: string, isAnimated: boolean): Sharp {
  const image = sharp(path, {
    animated: isAnimated,
    limitInputPixels: LIMITS.imageMaxPixels,
    failOn: 'error',
  });
  // sharp cannot orient animations; no camera produces them.
  return isAnimated ? image : image.autoOrient();
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Checks the magic bytes, so that no decoder other than these four ever runs. */
function isKnownFormat(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('GIF87a') ||
    text.startsWith('GIF89a') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  );
}

/** Phone photos that need a licensed codec. */
function isHeic(head: Buffer): boolean {
  const text = head.toString('latin1');
  return text.slice(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(text.slice(8, 12));
}
