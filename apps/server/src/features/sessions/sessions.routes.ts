import { authRoutes } from '@naru/contract/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { readCookie, setCookie } from '../../http/cookies.ts';
import { visitOf } from '../../http/visit.ts';
import { AppError } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/origin.ts';
import type { SessionsService } from './sessions.service.ts';

const { refresh, login, logout, endSession } = authRoutes;
const LOGGED_OUT = { message: '로그아웃되었습니다.' };

type Origins = Parameters<typeof isOwnOrigin>[1];

export function sessionsFeature(
  app: FastifyInstance,
  { sessions, ...own }: Origins & { sessions: SessionsService },
): void {
  const { cookie } = sessions;
  mountRoutes(
    app,
    { refresh, login, logout, endSession },
    {
      refresh: ({ body, request }) => {
        refuseForeignOrigin(request, own);
        const device = readCookie(request, cookie);
        return sessions.refresh({ refreshToken: body.refreshToken, device });
      },

      login: async ({ body, request, reply }) => {
        const result = await sessions.login({ ...body, ...visitOf(request, cookie) });
        setCookie(reply, cookie, result.device);
        return result.tokens;
      },

      logout: async ({ actor, request }) => {
        refuseForeignOrigin(request, own);
        await sessions.end(actor);
        return LOGGED_OUT;
      },

      endSession: async ({ body, request }) => {
        refuseForeignOrigin(request, own);
        await sessions.endByHash(Buffer.from(body.refreshHash, 'base64'));
        return LOGGED_OUT;
      },
    },
  );
}

function refuseForeignOrigin({ headers }: FastifyRequest, own: Origins): void {
  if (!isOwnOrigin(headers, own)) throw new AppError('ORIGIN_DENIED');
}
