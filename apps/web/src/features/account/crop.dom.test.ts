import { afterEach, describe, expect, it, vi } from 'vitest';
import { CROP_SIZE, drawCrop } from './crop.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('drawCrop', () => {
  it('draws the chosen square as a picture of 512 px [MEMB-06]', async () => {
    const drawImage = vi.fn();
    const sides: number[] = [];
    const prototype = HTMLCanvasElement.prototype;
    vi.spyOn(prototype, 'getContext').mockReturnValue({ drawImage } as never);
    vi.spyOn(prototype, 'toBlob').mockImplementation(function toBlob(
      this: HTMLCanvasElement,
      done,
      type,
    ) {
      sides.push(this.width, this.height);
      done(new Blob(['x'], { type }));
    });
    const image = new Image();
    const picture = await drawCrop(image, { x: 100, y: 0, width: 200, height: 200 });
    expect(drawImage).toHaveBeenCalledWith(image, 100, 0, 200, 200, 0, 0, CROP_SIZE, CROP_SIZE);
    expect(sides).toEqual([512, 512]);
    expect(picture?.type).toBe('image/png');
  });

  it('returns null when the browser cannot draw', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const square = { x: 0, y: 0, width: 1, height: 1 };
    expect(await drawCrop(new Image(), square)).toBeNull();
  });
});
