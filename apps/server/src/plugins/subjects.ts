import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import type { Subject } from '../platform/admission/line.ts';
import { addressKey } from './rate-limit.ts';
import { bearerToken } from './session.ts';

/** Behind an address without a token may be the guests and the logins of a whole campus. */
const ADDRESS_WEIGHT = 4;

interface Options {
  /** The member of a genuine access token, also of an expired one; null for any other text. */
  memberOf: (token: string) => number | null;
  /** Proxies whose word about the client's address counts. */
  proxies: readonly string[];
}

export type Subjects = ReturnType<typeof createSubjects>;

/** Tells for the lines of admission whose a request is, before anything has been done for it. */
export function createSubjects({ memberOf, proxies }: Options) {
  const isTrusted = compile([...proxies]);

  function memberIdOf(request: IncomingMessage): number | null {
    const token = bearerToken(request);
    return token === null ? null : memberOf(token);
  }

  return {
    memberIdOf,
    subjectOf(request: IncomingMessage): Subject {
      const memberId = memberIdOf(request);
      if (memberId !== null) return { key: memberId, weight: 1 };
      return { key: addressKey(proxyAddr(request, isTrusted)), weight: ADDRESS_WEIGHT };
    },
  };
}
