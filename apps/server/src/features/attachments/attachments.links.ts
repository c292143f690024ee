import { createHmac } from 'node:crypto';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { deriveKey, equalBytes } from '../../platform/secrets.ts';
import { isKey } from './attachments.names.ts';

const PURPOSE = 'attachment link';
const SECONDS = 60 * 60;
const TOKEN = /^([A-Za-z0-9][\w-]{23})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

/** Addresses of downloads, which only readers of the post are given and which end by themselves. */
export interface AttachmentLinks {
  /** Valid for an hour. */
  urlOf(key: string): string;
  /** Null when it is forged. */
  read(token: string): { key: string; isExpired: boolean } | null;
}

/** Signs with the newest secret; older ones are still accepted during a rotation. */
export function createAttachmentLinks(secrets: readonly string[], clock: Clock): AttachmentLinks {
  const keys = secrets.map((secret) => deriveKey(secret, PURPOSE));
  const mac = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

  return {
    urlOf(key) {
      const end = Math.floor(addSeconds(clock.now(), SECONDS).getTime() / 1000);
      const payload = `${key}.${end.toString(36)}`;
      const signature = mac(keys[0] ?? Buffer.alloc(0), payload).toString('base64url');
      return `/files/attachments/${payload}.${signature}`;
    },
    read(token) {
      const [, key = '', end = '', signature = ''] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((secret) => equalBytes(mac(secret, `${key}.${end}`), given));
      if (!isKey(key) || !isOurs) return null;
      const isExpired = Number.parseInt(end, 36) * 1000 <= clock.now().getTime();
      return { key, isExpired };
    },
  };
}
