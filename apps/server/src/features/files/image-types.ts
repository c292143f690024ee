import type { ImageVariant } from '@naru/contract/files';

/** Why a file is not taken: its type is not one of ours, or its content cannot be read. */
export type ImageFault = 'type' | 'content';

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

/** A worker's answer to a path. */
export type ImageAnswer = { image: EncodedImage } | { fault: ImageFault };
