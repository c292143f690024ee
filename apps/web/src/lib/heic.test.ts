import { describe, expect, it, vi } from 'vitest';
import { heicPhoto, stubDecodable, stubUndecodable } from '../testing/heic.ts';
import { convertHeic } from './heic.ts';

describe('convertHeic', () => {
  it.each([
    ['IMG_0001.HEIC', 'image/heic'],
    ['IMG_0001.heif', 'image/heif'],
    ['IMG_0001.heic', ''],
  ])('converts %s of type "%s" to a JPEG of the same name [MEMB-07]', async (name, type) => {
    const sizes = stubDecodable(4032, 3024);
    const jpeg = await convertHeic(heicPhoto(name, type));
    expect([jpeg?.name, jpeg?.type, await jpeg?.text()]).toEqual([
      'IMG_0001.jpg',
      'image/jpeg',
      'jpeg',
    ]);
    expect(sizes).toEqual([[4032, 3024]]);
  });

  it('shrinks a photo that Safari could not draw [MEMB-07]', async () => {
    const sizes = stubDecodable(8064, 6048);
    await convertHeic(heicPhoto());
    const [[width = 0, height = 0] = []] = sizes;
    expect(width * height).toBeLessThanOrEqual(16_000_000);
    expect(width / height).toBeCloseTo(4 / 3, 2);
  });

  it('returns null when the browser cannot decode or draw it [MEMB-07]', async () => {
    stubUndecodable();
    expect(await convertHeic(heicPhoto())).toBeNull();
    stubDecodable(40, 30);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    expect(await convertHeic(heicPhoto())).toBeNull();
  });

  it('leaves other files alone', async () => {
    stubUndecodable();
    const png = new File(['png'], 'heic.png', { type: 'image/png' });
    expect(await convertHeic(png)).toBe(png);
  });
});
