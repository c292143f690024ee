export const HEIC_TYPES = ['image/heic', 'image/heif'] as const;

const NAME = /\.(heic|heif)$/i;
/** Safari on phones refuses larger canvases. */
const MAX_PIXELS = 16_000_000;
const QUALITY = 0.9;

/** By type or by name: many systems know no type for these photos. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return HEIC_TYPES.some((each) => each === type) || (type === '' && NAME.test(name));
}

/** Returns a HEIC photo as an upright JPEG, any other file as it is; null if the browser cannot decode it. */
export async function convertHeic(file: File): Promise<File | null> {
  if (!isHeic(file)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const jpeg = await drawJpeg(bitmap);
    bitmap.close();
    if (jpeg === null) return null;
    return new File([jpeg], `${file.name.replace(NAME, '')}.jpg`, { type: jpeg.type });
  } catch {
    return null;
  }
}

function drawJpeg(bitmap: ImageBitmap): Promise<Blob | null> {
  const { width, height } = bitmap;
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
