import { authRoutes } from '@naru/contract/auth';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/origin.ts';
import { randomToken } from '../../platform/secrets.ts';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import { addressKey } from '../../plugins/rate-limit.ts';
import type { CookieLine } from './auth.cookies.ts';
import type { AuthService } from './auth.service.ts';
import type { SessionsService } from './sessions.service.ts';

const COOKIE_SHAPE = /^[\w-]{1,128}$/;

export function authFeature(
  app: FastifyInstance,
  { auth, sessions }: { auth: AuthService; sessions: SessionsService },
): void {
  const { device, flow } = auth.cookies;
  mountRoutes(app, authRoutes, {
    refresh: ({ body, request }) => {
      refuseForeignOrigin(request, auth.publicUrl);
      return sessions.refresh({
        refreshToken: body.refreshToken,
        device: readCookie(request, device),
      });
    },

    login: async ({ body, request, reply }) => {
      const result = await auth.login({
        ...body,
        device: readCookie(request, device),
        address: addressKey(request.ip),
        userAgent: request.headers['user-agent'] ?? '',
      });
      setCookie(reply, device, result.device);
      return result.tokens;
    },

    logout: async ({ actor, request }) => {
      refuseForeignOrigin(request, auth.publicUrl);
      await sessions.end(actor);
      return { message: '로그아웃되었습니다.' };
    },

    checkDuplicate: async ({ body, request }) => {
      await auth.signup.check(body, addressKey(request.ip));
      return { message: '사용할 수 있는 정보입니다.' };
    },

    emailCheck: async ({ body, actor, request, reply }) => {
      const caller = callerOf(request, actor, flow);
      const value = caller.flow ?? randomToken();
      const answer = await auth.codes.send(body.email, { ...caller, flow: value });
      setCookie(reply, flow, value);
      return answer;
    },

    verifyCode: async ({ body, actor, request }) => {
      await auth.codes.verify(body.email, body.code, callerOf(request, actor, flow));
      return { message: '인증되었습니다.' };
    },

    join: async ({ body, request }) => {
      await auth.signup.join(body, readCookie(request, flow));
      return { message: DONE.joined };
    },

    verifyId: async ({ body, request, reply }) => {
      const begun = await auth.reset.begin(body.username, addressKey(request.ip));
      setCookie(reply, flow, begun.flow);
      return {
        success: true,
        email: begun.email,
        message: '회원 정보를 확인했습니다. 등록된 이메일로 인증 코드를 보냅니다.',
      };
    },

    resetPassword: async ({ body, request, reply }) => {
      await auth.reset.finish({ ...body, flow: readCookie(request, flow) });
      reply.clearCookie(flow.name, flow.options);
      return { message: '비밀번호가 변경되었습니다. 새 비밀번호로 로그인해 주세요.' };
    },
  });
}

function callerOf(request: FastifyRequest, actor: FastifyRequest['actor'], flow: CookieLine) {
  return { actor, flow: readCookie(request, flow), address: addressKey(request.ip) };
}

function readCookie(request: FastifyRequest, { name }: CookieLine): string | null {
  const value = request.cookies[name];
  return value !== undefined && COOKIE_SHAPE.test(value) ? value : null;
}

function setCookie(reply: FastifyReply, { name, options }: CookieLine, value: string): void {
  reply.setCookie(name, value, options);
}

function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (!isOwnOrigin(origin, host, publicUrl)) throw new AppError('ORIGIN_DENIED');
}
