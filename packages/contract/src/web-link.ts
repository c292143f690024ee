import * as z from 'zod/mini';
import { requiredValue } from './fields.ts';
import { LIMITS } from './limits.ts';
import { TEXTS } from './texts.ts';

/** True for an absolute http or https URL with a host, of at most 500 code units. */
export function isWebLink(address: string): boolean {
  if (address.length > LIMITS.linkMax) return false;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return hostname !== '' && username === '' && password === '';
}

/** An external URL, trimmed: http or https only. */
export function webLinkField(required: string) {
  return requiredValue(required).check(z.refine(isWebLink, { error: TEXTS.linkFormat }));
}
