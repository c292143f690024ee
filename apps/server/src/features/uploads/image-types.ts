import type { ImageVariant } from '@naru/contract/files';

/** `square` is a still, centre-cropped 512-pixel picture. */
export type ImageShape = 'whole' | 'square';

export interface ImageJob {
  path: string;
  shape: ImageShape;
  /** Milliseconds of processor time, of all threads together. */
  cpuMs: number;
}

/**
 * Why a file is rejected. heic: needs a codec that cannot be distributed. pixels, frames: exceeds a
 * limit, detected before decoding. time: needs more processor time than it may, or
 * exceeded the deadline.
 */
export type ImageFault = 'type' | 'heic' | 'content' | 'pixels' | 'frames' | 'time';

export class ImageError extends Error {
  readonly fault: ImageFault;

  constructor(fault: ImageFault) {
    super(`image refused: ${fault}`);
    this.fault = fault;
  }
}

export interface EncodedImage {
  /** Pixels of the full variant. */
  width: number;
  height: number;
  /** WebP without metadata, with random bytes that make each file unique. */
  variants: Record<ImageVariant, Buffer>;
}

export type ImageResult = { image: EncodedImage } | { fault: ImageFault };
