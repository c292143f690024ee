import { describe, expect, it } from 'vitest';
import { CENTER, cropSquare, dragCrop } from './crop.ts';

describe('cropSquare', () => {
  it('takes the middle of a wide and of a tall picture', () => {
    expect(cropSquare({ width: 400, height: 200 }, CENTER)).toEqual({
      left: 100,
      top: 0,
      side: 200,
    });
    expect(cropSquare({ width: 200, height: 400 }, CENTER)).toEqual({
      left: 0,
      top: 100,
      side: 200,
    });
  });

  it('halves its side at a zoom of two and stays inside whatever is asked', () => {
    expect(cropSquare({ width: 200, height: 200 }, { x: 2, y: -1, zoom: 2 })).toEqual({
      left: 100,
      top: 0,
      side: 100,
    });
    expect(cropSquare({ width: 200, height: 200 }, { x: 0, y: 0, zoom: 99 }).side).toBe(50);
  });
});

describe('dragCrop', () => {
  it('moves the square against the drag, no further than the edge', () => {
    const size = { width: 400, height: 200 };
    expect(dragCrop(size, CENTER, { dx: 50, dy: 80, box: 200 })).toMatchObject({ x: 0.25, y: 0.5 });
    expect(dragCrop(size, CENTER, { dx: -900, dy: 0, box: 200 }).x).toBe(1);
  });
});
