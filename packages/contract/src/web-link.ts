import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { TEXTS } from './texts.ts';

/** True for an absolute http or https URL with a host. */
export function isWebLink(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return hostname !== '' && username === '' && password === '';
}

/** An external URL, trimmed: http or https only. */
export function webLinkField(required: string) {
  return z.pipe(
    z.pipe(
      z.string({ error: required }).check(z.maxLength(LIMITS.linkMax, TEXTS.linkFormat)),
      z.transform((value: string) => value.trim()),
    ),
    z.string().check(
      z.minLength(1, required),
      z.refine((value) => value === '' || isWebLink(value), { error: TEXTS.linkFormat }),
    ),
  );
}
