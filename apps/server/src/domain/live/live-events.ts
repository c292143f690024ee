import { randomBytes } from 'node:crypto';
import type { LiveEvent } from '@naru/contract/events';
import type { Seal } from '../../platform/seal.ts';

const SALT_LENGTH = 16;

/** Salted: equal events look different for each member they are stored for. */
export function sealEvent(seal: Seal, event: LiveEvent): Buffer {
  const salt = randomBytes((SALT_LENGTH * 3) / 4).toString('base64');
  return seal.sealText(`${salt}${JSON.stringify(event)}`);
}

/** Returns null when the event was not sealed by this installation. */
export function openEvent(seal: Seal, payload: Buffer): LiveEvent | null {
  const text = seal.openText(payload);
  return text === null ? null : JSON.parse(text.slice(SALT_LENGTH));
}
