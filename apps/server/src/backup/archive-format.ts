import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { deriveKey, equalBytes } from '../platform/secrets.ts';

/** Version of the format; increase it when older programs cannot read new archives. */
export const FORMAT = 1;
export const HEAD = 'naru.json';
export const MANIFEST = 'manifest.json';
export const SECRET = 'secrets/token-secret';
/** Maximum bytes of one part of a table: the size of an entry must be known before it is written. */
export const PART_BYTES = 1_048_576;
/** Files whose checksums share an entry. */
export const CHECKSUM_BATCH = 1_000;
export const JSON_BYTES_MAX = 16 * 1_048_576;

const NAME = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
const SHA256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const COUNT = z.int().check(z.nonnegative());

/** The first entry, by which this program decides whether it can read the rest. */
export const headSchema = z.object({
  format: z.int(),
  /** Version of the program that made the backup. */
  version: z.string(),
  createdAt: z.string(),
  /** Times of the applied migrations. */
  migrations: z.array(z.int()).check(z.minLength(1)),
});
export type Head = z.output<typeof headSchema>;

const manifestSchema = z.object({
  head: headSchema,
  tables: z.array(
    z.object({
      name: NAME,
      columns: z.array(NAME).check(z.minLength(1)),
      rows: COUNT,
      bytes: COUNT,
      sha256: SHA256,
    }),
  ),
  sequences: z.array(
    z.object({
      name: NAME,
      value: z.string().check(z.regex(/^-?\d{1,19}$/)),
      isCalled: z.boolean(),
    }),
  ),
  /** The hash covers the lines of checksums. */
  files: z.object({ count: COUNT, bytes: COUNT, sha256: SHA256 }),
  /** Objects that rows refer to but that were not in the storage. */
  missing: COUNT,
});
/** The last entry: the totals of all others. */
export type Manifest = z.output<typeof manifestSchema>;

/** The manifest with a code that only the holder of TOKEN_SECRET can compute. */
export const sealedManifestSchema = z.object({ manifest: manifestSchema, code: SHA256 });

export const partName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}`;
export const fileName = (key: string) => `files/${key}`;
export const checksumsName = (batch: number) => `checksums/${String(batch).padStart(6, '0')}`;
export const checksumLine = (sha256: string, key: string) => `${sha256}  ${fileName(key)}\n`;

/** An authentication code of the manifest, in hexadecimal. Parsing puts the fields into a fixed order. */
export function codeOf(manifest: Manifest, secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'backup manifest'))
    .update(JSON.stringify(z.parse(manifestSchema, manifest)))
    .digest('hex');
}

/** Whether one of the secrets made the code. */
export function isCodeOf(code: string, manifest: Manifest, secrets: readonly string[]): boolean {
  return secrets.some((secret) =>
    equalBytes(Buffer.from(code), Buffer.from(codeOf(manifest, secret))),
  );
}
