import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ERRORS } from '@naru/contract/errors';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { errorCodesOf } from './contract-routes.ts';

/** As strict as the site's policy, but without trusted types, which Swagger UI does not support. */
const DOCS_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

interface Options {
  version: string;
  /** Name of the cookie that a login sets. */
  deviceCookie: string;
}

/** OpenAPI 3.1 of every mounted call at /api/openapi.json, with a UI at /api/docs. */
export const openApiPlugin = fp(async (app: FastifyInstance, options: Options) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Naru',
        description: '학과 커뮤니티 나루의 호출 목록',
        version: options.version,
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          device: {
            type: 'apiKey',
            in: 'cookie',
            name: options.deviceCookie,
            description: '로그인할 때 받는 쿠키. 같은 기기의 갱신 토큰과 함께 보냅니다.',
          },
          serviceKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'naru_…',
            description:
              '관리자가 발급한 서비스 키. 회원의 토큰과 다르며 다른 호출에는 쓸 수 없습니다.',
          },
        },
      },
    },
    transform: (input) => {
      const route = input.route.config?.route;
      const result = jsonSchemaTransform(input);
      if (route === undefined) return { ...result, schema: { ...result.schema, hide: true } };
      return {
        ...result,
        schema: {
          ...result.schema,
          description: describe(route),
          ...(route.multipart !== undefined && fileForm(route.multipart)),
          ...(route.access !== 'public' && { security: [{ [schemeOf(route)]: [] }] }),
          ...(route.needsDevice && { security: [{ device: [] }] }),
        },
      };
    },
  });
  app.get('/api/openapi.json', async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
  });
});

function schemeOf({ access }: RouteOf): 'bearer' | 'serviceKey' {
  return access === 'serviceKey' ? 'serviceKey' : 'bearer';
}

/** For the documentation only: the route parses the form itself. */
function fileForm(field: string) {
  return {
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      required: [field],
      properties: { [field]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  };
}

type RouteOf = Parameters<typeof errorCodesOf>[0];

function describe(route: RouteOf): string {
  const codes = errorCodesOf(route).map((code) => `${ERRORS[code].status} \`${code}\``);
  return [`Access: ${route.access}`, codes.length > 0 ? `Errors: ${codes.join(', ')}` : '']
    .filter(Boolean)
    .join('\n\n');
}
