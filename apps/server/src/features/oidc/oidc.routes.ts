import { oidcRoutes } from '@naru/contract/oidc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { readCookie, setCookie } from '../../http/cookies.ts';
import { addressKey } from '../../http/rate-limit.ts';
import { visitOf } from '../../http/visit.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { OidcService } from './oidc.service.ts';

interface Services {
  oidc: OidcService;
  sessions: Pick<SessionsService, 'cookie'>;
}

export function oidcFeature(app: FastifyInstance, { oidc, sessions }: Services): void {
  const { cookie } = oidc;
  const leave = (reply: FastifyReply, { url, flow }: { url: string; flow: string }) => {
    setCookie(reply, cookie, flow);
    return { url };
  };
  const browserOf = (request: FastifyRequest) => ({
    flow: readCookie(request, cookie),
    address: addressKey(request.ip),
  });
  /** The next visit gets a value of its own. */
  const clear = (reply: FastifyReply) => reply.clearCookie(cookie.name, cookie.options);
  mountRoutes(app, oidcRoutes, {
    beginLogin: async ({ request, reply }) => {
      const flow = readCookie(request, cookie);
      return leave(reply, await oidc.beginLogin(flow, addressKey(request.ip)));
    },
    login: async ({ body, request, reply }) => {
      const flow = readCookie(request, cookie);
      const { login, signUp } = await oidc.login(body, flow, visitOf(request, sessions.cookie));
      if (login !== null) {
        setCookie(reply, sessions.cookie, login.device);
        clear(reply);
      }
      // The form of the sign-up has its time from now on.
      if (signUp !== null && flow !== null) setCookie(reply, cookie, flow);
      return { tokens: login?.tokens ?? null, signUp };
    },
    list: ({ actor }) => oidc.list(actor),
    begin: async ({ actor, request, reply }) =>
      leave(reply, await oidc.begin(actor, browserOf(request))),
    link: async ({ actor, body, request, reply }) => {
      await oidc.link(actor, body, browserOf(request));
      clear(reply);
      return { message: '계정을 연결했습니다.' };
    },
    unlink: async ({ actor, params }) => {
      await oidc.unlink(actor, params.id);
      return { message: '연결을 해제했습니다.' };
    },
  });
}
