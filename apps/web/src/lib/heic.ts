const TYPE = /^image\/hei[cf](?:-sequence)?$/;
/** Of files whose kind the system does not know. */
const UNKNOWN = ['', 'application/octet-stream'];
const NAME = /\.(?:heic|heif|hif)$/i;

/** By type or by name: many systems know no type for these photos of phones. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return TYPE.test(type) || (UNKNOWN.includes(type) && NAME.test(name));
}

/** What a picker offers for them, by type and by name. */
export const HEIC_ACCEPT = ['image/heic', 'image/heif', '.heic', '.heif', '.hif'] as const;
