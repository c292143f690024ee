import { IMAGE_VARIANTS } from '@naru/contract/images';
import { LIMITS } from '@naru/contract/limits';

const TYPE = /^image\/hei[cf](?:-sequence)?$/;
/** Of files whose kind the system does not know. */
const UNKNOWN = ['', 'application/octet-stream'];
const NAME = /\.(?:heic|heif|hif)$/i;

/** By type or by name: many systems know no type for these photos of phones. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return TYPE.test(type) || (UNKNOWN.includes(type) && NAME.test(name));
}

/** What a picker offers for them, by type and by name. */
export const HEIC_ACCEPT = ['image/heic', 'image/heif', '.heic', '.heif', '.hif'] as const;

/** Formats that may be drawn again. */
const STILL = ['image/jpeg', 'image/png', 'image/webp'];
/** Smaller files are sent as they are, in bytes, unless they may say where they were taken. */
const SMALL = 262_144;
const QUALITY = 0.9;
/** Bytes at the start in which a file says what else it holds. */
const HEAD = 65_536;
/** Flags of an extended WebP file, in its byte 20. */
const WEBP = { at: 20, animation: 2, exif: 8 };

/**
 * Returns the picture that is sent for a chosen one: upright, without the place where it was taken,
 * and not larger than posts show it. A HEIC photo becomes a JPEG, or null if the browser cannot
 * decode it. Animations, and what the browser cannot draw, stay as they are. Decoding, scaling and
 * encoding run outside the page's thread.
 */
export async function shrinkPicture(file: File): Promise<File | null> {
  if (isHeic(file)) return redraw(file, { type: 'image/jpeg', mustDraw: true });
  if (!STILL.includes(file.type)) return file;
  const { isAnimated, hasExif } = await readHead(file);
  if (isAnimated || (!hasExif && file.size < SMALL)) return file;
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  return (await redraw(file, { type, mustDraw: hasExif })) ?? file;
}

type Drawing = { type: string; mustDraw: boolean };

/** Null when it cannot be drawn, or need not be and would not become smaller. */
async function redraw(file: File, drawing: Drawing): Promise<File | null> {
  const drawn = await draw(file, drawing).catch(() => null);
  if (drawn === null || (!drawing.mustDraw && drawn.size >= file.size)) return null;
  const name = `${file.name.replace(/\.\w+$/, '')}.${drawn.type.slice('image/'.length)}`;
  return new File([drawn], name.replace(/jpeg$/, 'jpg'), { type: drawn.type });
}

async function readHead(file: File): Promise<{ isAnimated: boolean; hasExif: boolean }> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  const flags = text.startsWith('VP8X', 12) ? (bytes[WEBP.at] ?? 0) : 0;
  return {
    isAnimated: (flags & WEBP.animation) !== 0,
    hasExif: (flags & WEBP.exif) !== 0 || text.includes('Exif\0\0'),
  };
}

type Size = { width: number; height: number };

/** Long captures of a chat keep their width: only the shorter side is bounded, and what is stored. */
function sizeToSend({ width, height }: Size): Size {
  const shorter = Math.min(width, height);
  const scale = Math.min(1, IMAGE_VARIANTS.full / width, LIMITS.imageSentShortSide / shorter);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Null for a picture that has the right size already, unless it must be drawn. */
async function draw(file: File, { type, mustDraw }: Drawing): Promise<Blob | null> {
  let bitmap = await createImageBitmap(file);
  try {
    const { width, height } = sizeToSend(bitmap);
    if (bitmap.width !== width) {
      bitmap.close();
      // Decoded once more, because browsers scale a file in the background, but a bitmap in the page.
      const options = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' } as const;
      bitmap = await createImageBitmap(file, options);
    } else if (!mustDraw) {
      return null;
    }
    return await encode(bitmap, { width, height }, type);
  } finally {
    bitmap.close();
  }
}

function encode(bitmap: ImageBitmap, size: Size, type: string): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
