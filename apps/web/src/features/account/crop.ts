export const IMAGE_FAILED = '프로필 이미지 저장에 실패했습니다.';

/** Side of the uploaded square in px. */
export const CROP_SIZE = 512;

/** A square in pixels of the source picture. */
export type Square = { x: number; y: number; width: number; height: number };

/** Returns the square as a PNG of `CROP_SIZE`, or null when the browser has no canvas. */
export function drawCrop(image: HTMLImageElement, square: Square): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = CROP_SIZE;
  canvas.height = CROP_SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  const { x, y, width, height } = square;
  context.drawImage(image, x, y, width, height, 0, 0, CROP_SIZE, CROP_SIZE);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
