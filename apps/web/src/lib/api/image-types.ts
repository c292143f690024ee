import type { IMAGE_TYPES as ContractTypes } from '@naru/contract/files';

/** Copy of the contract's list without its schemas; the compiler keeps them equal. */
export const IMAGE_TYPES: typeof ContractTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
];

export type ImageType = (typeof IMAGE_TYPES)[number];
