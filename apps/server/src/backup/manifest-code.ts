import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { deriveKey, equalBytes } from '../platform/secrets.ts';
import { type Manifest, manifestSchema } from './archive-format.ts';

/** A code over the manifest, in hexadecimal digits. Parsing gives the fields their order. */
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
