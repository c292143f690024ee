import { passkeyRoutes } from '@naru/contract/passkeys';
import { secondFactorRoutes } from '@naru/contract/second-factor';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { setCookie } from '../../http/cookies.ts';
import { visitOf } from '../../http/visit.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { PasskeysService } from './passkeys.service.ts';
import type { SecondFactorService } from './second-factor.service.ts';

interface Services {
  secondFactor: SecondFactorService;
  passkeys: PasskeysService;
  sessions: Pick<SessionsService, 'cookie'>;
  admin: Pick<AdminService, 'removeSecondFactor'>;
}

export function secondFactorFeature(app: FastifyInstance, services: Services): void {
  const { secondFactor, passkeys, sessions, admin } = services;
  mountRoutes(app, secondFactorRoutes, {
    state: ({ actor }) => secondFactor.getState(actor),
    begin: ({ actor }) => secondFactor.begin(actor),
    confirm: async ({ actor, body }) => ({
      message: '2단계 인증을 켰습니다.',
      recoveryCodes: await secondFactor.confirm(actor, body.code),
    }),
    renewCodes: async ({ actor, body }) => ({
      message: '복구 코드를 새로 만들었습니다.',
      recoveryCodes: await secondFactor.renewCodes(actor, body.code),
    }),
    turnOff: async ({ actor, body }) => {
      await secondFactor.turnOff(actor, body.code);
      return { message: '2단계 인증을 껐습니다.' };
    },
    enter: async ({ body, request, reply }) => {
      const result = await secondFactor.enter({ ...body, ...visitOf(request, sessions.cookie) });
      setCookie(reply, sessions.cookie, result.device);
      return result.tokens;
    },
    remove: async ({ actor, params, body }) => {
      await admin.removeSecondFactor(actor, params.id, body.reason);
      return { message: '2단계 인증을 해제했습니다.' };
    },
  });
  mountRoutes(app, passkeyRoutes, {
    list: ({ actor }) => passkeys.list(actor),
    begin: ({ actor, body }) => passkeys.begin(actor, body.code),
    add: async ({ actor, body }) => {
      await passkeys.add(actor, body);
      return { message: '패스키를 추가했습니다.' };
    },
    remove: async ({ actor, params }) => {
      await passkeys.remove(actor, params.id);
      return { message: '패스키를 삭제했습니다.' };
    },
    beginLogin: ({ body }) => passkeys.beginLogin(body.token),
    login: async ({ body, request, reply }) => {
      const result = await passkeys.enter({ ...body, ...visitOf(request, sessions.cookie) });
      setCookie(reply, sessions.cookie, result.device);
      return result.tokens;
    },
  });
}
