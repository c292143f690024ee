export const HEIC_TYPES = ['image/heic', 'image/heif'] as const;

const NAME = /\.(heic|heif)$/i;

/** By type or by name: many systems know no type for these photos. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return HEIC_TYPES.some((each) => each === type) || (type === '' && NAME.test(name));
}
