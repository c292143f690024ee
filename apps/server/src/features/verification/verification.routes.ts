import { authRoutes } from '@naru/contract/auth';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { readCookie, setCookie } from '../../http/cookies.ts';
import { addressKey } from '../../http/rate-limit.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CredentialsService } from '../credentials/credentials.service.ts';
import type { VerificationService } from './verification.service.ts';

const { emailCheck, verifyCode } = authRoutes;

export function verificationFeature(
  app: FastifyInstance,
  services: { verification: VerificationService; credentials: CredentialsService },
): void {
  const { codes, cookie } = services.verification;
  const { changeEmail } = services.credentials;
  const codeRequestOf = (request: FastifyRequest) => ({
    actor: request.actor,
    flow: readCookie(request, cookie),
    address: addressKey(request.ip),
  });
  mountRoutes(
    app,
    { emailCheck, verifyCode },
    {
      emailCheck: async ({ body, request, reply }) => {
        const codeRequest = codeRequestOf(request);
        const flow = codeRequest.flow ?? randomToken();
        const sent = await codes.send(body.email, { ...codeRequest, flow });
        setCookie(reply, cookie, flow);
        return sent;
      },

      verifyCode: async ({ body, request, reply }) => {
        const { actor } = request;
        // A masked address is that of a reset.
        if (actor !== null && !body.email.includes('*')) {
          await changeEmail(actor, { ...body, address: addressKey(request.ip) });
          return { message: DONE.emailChanged };
        }
        const flow = await codes.verify(body.email, body.code, codeRequestOf(request));
        if (flow !== null) setCookie(reply, cookie, flow);
        return { message: '인증되었습니다.' };
      },
    },
  );
}
