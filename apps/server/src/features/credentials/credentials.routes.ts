import { authRoutes } from '@naru/contract/auth';
import { invitationRoutes } from '@naru/contract/roster';
import { signUpRoutes } from '@naru/contract/sign-ups';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { readCookie, setCookie } from '../../http/cookies.ts';
import { addressKey, createLimit } from '../../http/rate-limit.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { OidcService } from '../oidc/oidc.service.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import type { CredentialsService } from './credentials.service.ts';

export function invitationsFeature(
  app: FastifyInstance,
  { credentials: { invited } }: { credentials: CredentialsService },
  rates: { links: number },
): void {
  // Per link: behind one address nobody can spend the uses of another.
  const limitLinks = createLimit(app, rates.links, ({ body }) => `invitation ${tokenOf(body)}`);
  mountRoutes(app, invitationRoutes, {
    open: async ({ body, request }) => {
      await limitLinks(request);
      return invited.open(body.token);
    },
    accept: async ({ body, request }) => {
      await limitLinks(request);
      return { message: DONE.joined, username: await invited.accept(body) };
    },
  });
}

/** For an address that got a code in the last minute, which another browser asked for. */
const codeElsewhere = (seconds: number) =>
  `다른 기기나 창에서 조금 전에 인증 코드를 요청하여 지금은 보내지 않았습니다. ${seconds}초 뒤에 코드를 다시 받아 주세요.`;

const tokenOf = (body: unknown) => (body as { token: string }).token;

export function signUpsFeature(
  app: FastifyInstance,
  { credentials: { waiting } }: { credentials: CredentialsService },
): void {
  mountRoutes(app, signUpRoutes, {
    list: ({ actor }) => waiting.list(actor),
    accept: async ({ actor, params, body }) => {
      await waiting.accept(actor, params.id, body.reason);
      return { message: '가입을 승인했습니다.' };
    },
    decline: async ({ actor, params, body }) => {
      await waiting.decline(actor, params.id, body.reason);
      return { message: '가입을 거절했습니다.' };
    },
  });
}

const { checkDuplicate, join, verifyId, resetPassword } = authRoutes;

interface Services {
  credentials: CredentialsService;
  verification: VerificationService;
  oidc: Pick<OidcService, 'cookie'>;
}

export function credentialsFeature(app: FastifyInstance, services: Services): void {
  const { signup, passwords } = services.credentials;
  const { cookie } = services.verification;
  mountRoutes(
    app,
    { checkDuplicate, join, verifyId, resetPassword },
    {
      checkDuplicate: async ({ body, request, reply }) => {
        const flow = readCookie(request, cookie) ?? randomToken();
        setCookie(reply, cookie, flow);
        const sent = await signup.check(body, { flow, address: addressKey(request.ip) });
        const { codeSent = true, resendSeconds = 0 } = sent;
        const message = '사용할 수 있는 정보입니다.';
        return {
          ...sent,
          message: codeSent ? message : `${message} ${codeElsewhere(resendSeconds)}`,
        };
      },

      join: async ({ body, request }) => {
        const { waiting } = await signup.join(body, {
          flow: readCookie(request, cookie),
          providerFlow: readCookie(request, services.oidc.cookie),
        });
        return { message: waiting ? DONE.signUpWaits : DONE.joined, waiting };
      },

      verifyId: async ({ body, request, reply }) => {
        const begun = await passwords.beginReset(body.username, {
          address: addressKey(request.ip),
          former: readCookie(request, cookie),
          setFlow: (flow) => setCookie(reply, cookie, flow),
        });
        const sent = begun.codeSent
          ? '등록된 이메일로 인증 코드를 보냈습니다.'
          : codeElsewhere(begun.resendSeconds);
        return { success: true, ...begun, message: `회원 정보를 확인했습니다. ${sent}` };
      },

      resetPassword: async ({ body, request, reply }) => {
        await passwords.finishReset(body, readCookie(request, cookie));
        reply.clearCookie(cookie.name, cookie.options);
        return { message: '비밀번호가 변경되었습니다. 새 비밀번호로 로그인해 주세요.' };
      },
    },
  );
}
