import { LIMITS } from '@naru/contract/limits';
import { siteRoutes } from '@naru/contract/site';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { AppError, found } from '../../platform/errors.ts';
import { countFitting } from '../../platform/fitting.ts';
import { isLocalRequest } from '../../platform/origin.ts';
import { renderOutboxPage } from './site.outbox-page.ts';
import type { SiteService } from './site.service.ts';

const REPORT_TYPES = ['application/csp-report', 'application/reports+json', 'application/json'];
const REPORT_BYTES = 16_384;

export function siteFeature(app: FastifyInstance, { site }: { site: SiteService }): void {
  const { outbox, outboxPage, schoolPage, cspReport, ...publicRoutes } = siteRoutes;
  mountRoutes(app, publicRoutes, {
    config: ({ request }) => site.getConfig({ isLocal: isLocalRequest(request) }),
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      REPORT_TYPES,
      { parseAs: 'string', bodyLimit: REPORT_BYTES },
      (_request, body, done) => done(null, readJson(String(body))),
    );
    mountRoutes(
      scope,
      { cspReport },
      {
        cspReport: async ({ request, reply }) => {
          site.reportCsp(request.body);
          reply.code(204).send();
        },
      },
    );
  });
  if (site.hasSchool) {
    mountRoutes(
      app,
      { schoolPage },
      {
        schoolPage: async ({ params, request, reply }) => {
          refuseForeign(request);
          const { contentType, body } = found(await site.findSchoolPage(params.page), 'NOT_FOUND');
          reply.type(contentType).send(body);
        },
      },
    );
  }
  if (!site.hasOutbox) return;
  mountRoutes(
    app,
    { outbox, outboxPage },
    {
      outbox: async ({ request }) => {
        refuseForeign(request);
        const emails = await site.listOutbox();
        return emails.slice(0, countFitting(emails, LIMITS.pageBytes));
      },
      outboxPage: async ({ request, reply }) => {
        refuseForeign(request);
        const page = renderOutboxPage(await site.listOutbox());
        reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'private, no-store')
          .send(page);
      },
    },
  );
}

/** What the demo opens is not found from elsewhere: the outbox shows verification codes. */
function refuseForeign(request: FastifyRequest): void {
  if (!isLocalRequest(request)) throw new AppError('NOT_FOUND');
}

/** Returns null for invalid JSON; a browser cannot correct its report. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
