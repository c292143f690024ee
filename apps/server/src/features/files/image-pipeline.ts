import { open } from 'node:fs/promises';
import { IMAGE_VARIANTS, type ImageVariant } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { type EncodedImage, ImageError } from './image-types.ts';

/** WebP cannot be higher; a long screenshot keeps its width up to here. */
const MAX_HEIGHT = 16_000;
const STILL = { quality: 82, effort: 2 } as const;
const ANIMATED = { quality: 75, effort: 1 } as const;
const HEAD_BYTES = 12;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif']);

/**
 * Checks a picture by its bytes and encodes it anew: turned upright, sRGB, no EXIF, GPS, comments or
 * trailing bytes (quality UP-05, UP-12). Animations stay animated unless all their frames together
 * pass the pixel limit; their thumb is the first frame. Throws ImageError.
 */
export async function encodeImage(path: string): Promise<EncodedImage> {
  if (!isKnownFormat(await readHead(path))) throw new ImageError('type');
  try {
    return await encode(path);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError('content');
  }
}

async function encode(path: string): Promise<EncodedImage> {
  const { format, pages = 1, width, height } = await openImage(path, false).metadata();
  if (!FORMATS.has(format)) throw new ImageError('type');
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
  // Frames of an animation cannot be turned; cameras make none.
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

/** By the first bytes alone; no other decoder than these four is ever started. */
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
