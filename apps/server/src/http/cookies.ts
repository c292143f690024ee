import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieLine } from '../platform/cookies.ts';

const SHAPE = /^[\w-]{1,128}$/;

/** Returns null when the cookie is missing or malformed. */
export function readCookie(request: FastifyRequest, { name }: CookieLine): string | null {
  const value = request.cookies[name];
  return value !== undefined && SHAPE.test(value) ? value : null;
}

export function setCookie(reply: FastifyReply, { name, options }: CookieLine, value: string): void {
  reply.setCookie(name, value, options);
}
