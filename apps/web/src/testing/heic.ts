import { vi } from 'vitest';

export const heicPhoto = (name = 'IMG_0001.HEIC', type = 'image/heic') =>
  new File(['heic'], name, { type });

/** Stubs a browser without a decoder for HEIC, like Chrome. */
export function stubUndecodable(): void {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.reject(new DOMException('no decoder', 'InvalidStateError')),
  );
}

/** Stubs a browser that decodes any picture to that many pixels; returns the drawn sizes. */
export function stubDecodable(width: number, height: number): [width: number, height: number][] {
  const sizes: [number, number][] = [];
  vi.stubGlobal('createImageBitmap', async (_: Blob, options: ImageBitmapOptions = {}) => ({
    width: options.resizeWidth ?? width,
    height: options.resizeHeight ?? height,
    close: () => undefined,
  }));
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage: () => undefined } as never);
  vi.spyOn(canvas, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    sizes.push([this.width, this.height]);
    done(new Blob(['jpeg'], { type }));
  });
  return sizes;
}

/** Stubs the object URLs, which jsdom lacks; returns the objects that got one. */
export function stubObjectUrls(): Blob[] {
  const created: Blob[] = [];
  class FakeUrl extends URL {
    static override createObjectURL(blob: Blob): string {
      created.push(blob);
      return `blob:${created.length}`;
    }
    static override revokeObjectURL(): void {}
  }
  vi.stubGlobal('URL', FakeUrl);
  return created;
}
