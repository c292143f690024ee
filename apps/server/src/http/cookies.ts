import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieSpec } from '../platform/cookies.ts';

const SHAPE = /^[\w-]{1,128}$/;

/** Returns null when the cookie is missing or malformed. */
export function readCookie(request: FastifyRequest, { name }: CookieSpec): string | null {
  const value = request.cookies[name];
  return value !== undefined && SHAPE.test(value) ? value : null;
}

export function setCookie(reply: FastifyReply, { name, options }: CookieSpec, value: string): void {
  reply.setCookie(name, value, options);
}
