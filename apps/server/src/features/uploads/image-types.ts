import type { ImageVariant } from '@naru/contract/files';

/** `square`: 512 pixels, cut from the middle, still. */
export type ImageShape = 'whole' | 'square';

/** What a worker is asked for. */
export interface ImageJob {
  path: string;
  shape: ImageShape;
}

/**
 * Why a file is not taken: its type is not one of ours, it is a HEIC picture, whose codec nobody may
 * give away, or its content cannot be read.
 */
export type ImageFault = 'type' | 'heic' | 'content';

export class ImageError extends Error {
  readonly fault: ImageFault;

  constructor(fault: ImageFault) {
    super(`image refused: ${fault}`);
    this.fault = fault;
  }
}

export interface EncodedImage {
  /** Of the full variant, in pixels. */
  width: number;
  height: number;
  /** WebP without any metadata. */
  variants: Record<ImageVariant, Buffer>;
}

/** A worker's answer. */
export type ImageAnswer = { image: EncodedImage } | { fault: ImageFault };
