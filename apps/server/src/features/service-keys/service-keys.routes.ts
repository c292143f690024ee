import { serviceKeyRoutes } from '@naru/contract/service-keys';
import { systemNoticeRoutes } from '@naru/contract/system-notices';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { ServiceCaller } from '../../platform/service-caller.ts';
import type { ServiceKeysService, SystemNoticesService } from './service-keys.service.ts';

const MESSAGES = {
  created: '공지를 등록했습니다.',
  updated: '공지를 수정했습니다.',
  unchanged: '바뀐 내용이 없습니다.',
};

interface Services {
  serviceKeys: ServiceKeysService;
  systemNotices: SystemNoticesService;
}

export function serviceKeysFeature(
  app: FastifyInstance,
  { serviceKeys, systemNotices }: Services,
  rates: { serviceKey: number },
): void {
  const limitKey = createLimit(
    app,
    rates.serviceKey,
    (request) => `service key ${callerOf(request).keyId}`,
  );
  mountRoutes(app, serviceKeyRoutes, {
    list: async () => ({ keys: await serviceKeys.list() }),
    create: async ({ actor, body }) => ({
      ...(await serviceKeys.create(actor, body.name)),
      message: '서비스 키를 발급했습니다.',
    }),
    revoke: async ({ actor, params }) => {
      await serviceKeys.revoke(actor, params.id);
      return { message: '서비스 키를 폐기했습니다.' };
    },
  });
  mountRoutes(app, systemNoticeRoutes, {
    send: async ({ body, request, reply }) => {
      await limitKey(request);
      const sent = await systemNotices.send(callerOf(request), body);
      if (sent.outcome !== 'created') reply.code(200);
      return { ...sent, message: MESSAGES[sent.outcome] };
    },
  });
}

/** The session plugin refuses requests without a key. */
function callerOf({ service }: FastifyRequest): ServiceCaller {
  if (service === null) throw new Error('the call has no service key');
  return service;
}
