import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { deriveKey, equalBytes } from '../secrets.ts';
import { isObjectKey, type UploadGrant } from './storage.ts';

const PURPOSE = 'upload grant';
const TOKEN = /^([\w-]{20,400})\.([\w-]{43})$/;

/** Upload grants as text for an address, signed under a key of this installation. */
export interface UploadTokens {
  sign(grant: UploadGrant): string;
  /** Null when it is forged, altered or too old. */
  verify(token: string): UploadGrant | null;
}

/** Signs with the newest secret; the older ones are still accepted during a rotation. */
export function createUploadTokens(secrets: readonly string[], clock: Clock): UploadTokens {
  const keys = secrets.map((secret) => deriveKey(secret, PURPOSE));
  const mac = (key: Buffer, payload: string) => createHmac('sha256', key).update(payload).digest();

  return {
    sign(grant) {
      const fields = [grant.key, grant.contentType, grant.maxBytes, grant.expiresAt.getTime()];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}.${mac(keys[0] ?? Buffer.alloc(0), payload).toString('base64url')}`;
    },
    verify(token) {
      const [, payload = '', signature = ''] = TOKEN.exec(token) ?? [];
      if (payload === '') return null;
      const given = Buffer.from(signature, 'base64url');
      if (!keys.some((key) => equalBytes(mac(key, payload), given))) return null;
      const grant = readGrant(payload);
      return grant !== null && grant.expiresAt > clock.now() ? grant : null;
    },
  };
}

function readGrant(payload: string): UploadGrant | null {
  const fields: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (!Array.isArray(fields)) return null;
  const [key, contentType, maxBytes, expires]: unknown[] = fields;
  if (typeof key !== 'string' || !isObjectKey(key) || typeof contentType !== 'string') return null;
  if (typeof maxBytes !== 'number' || typeof expires !== 'number') return null;
  return { key, contentType, maxBytes, expiresAt: new Date(expires) };
}
