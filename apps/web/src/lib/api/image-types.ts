import type { IMAGE_TYPES as ContractTypes } from '@naru/contract/files';

/** The contract's list without its schemas; the compiler keeps the two equal. */
export const IMAGE_TYPES: typeof ContractTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
];

export type ImageType = (typeof IMAGE_TYPES)[number];
