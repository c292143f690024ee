/** Longest side of the square that is sent (decisions 177). */
const CROP_SIZE = 512;

/** Which square of a picture is kept: its centre in 0..1 of the room it may move in, and the zoom. */
export type Crop = { x: number; y: number; zoom: number };

export const CENTER: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

export type Size = { width: number; height: number };

/** The kept square in pixels of the picture. Always inside it. */
export function cropSquare({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / clamp(zoom, 1, MAX_ZOOM);
  return {
    left: clamp(x, 0, 1) * (width - side),
    top: clamp(y, 0, 1) * (height - side),
    side,
  };
}

/** The crop after the picture was dragged by `dx`, `dy` pixels in a preview of `box` pixels. */
export function dragCrop(size: Size, crop: Crop, drag: { dx: number; dy: number; box: number }) {
  const { side } = cropSquare(size, crop);
  const scale = side / drag.box;
  return {
    ...crop,
    x: moved(crop.x, drag.dx * scale, size.width - side),
    y: moved(crop.y, drag.dy * scale, size.height - side),
  };
}

function moved(at: number, by: number, room: number): number {
  return room <= 0 ? at : clamp(at - by / room, 0, 1);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** The kept square as a picture of 512 px; null when the browser cannot draw it. */
export function drawCrop(image: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = CROP_SIZE;
  canvas.height = CROP_SIZE;
  const { naturalWidth: width, naturalHeight: height } = image;
  const { left, top, side } = cropSquare({ width, height }, crop);
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.drawImage(image, left, top, side, side, 0, 0, CROP_SIZE, CROP_SIZE);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
