import { LIMITS } from '@naru/contract/limits';
import { siteRoutes } from '@naru/contract/site';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { OutboxEmail } from '../../platform/email/outbox.ts';
import { AppError, found } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { countFitting } from '../../platform/fitting.ts';
import { isLocalRequest } from '../../platform/origin.ts';
import type { SiteService } from './site.service.ts';

const REPORT_TYPES = ['application/csp-report', 'application/reports+json', 'application/json'];
const REPORT_BYTES = 16_384;

export function siteFeature(app: FastifyInstance, { site }: { site: SiteService }): void {
  const { outbox, outboxPage, schoolPage, cspReport, ...publicRoutes } = siteRoutes;
  mountRoutes(app, publicRoutes, {
    config: ({ request, actor }) =>
      site.getConfig({ isLocal: isLocalRequest(request), reader: actor ? 'MEMBERS' : 'ALL' }),
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
  // The invented university whose pages the sources of the demo read.
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

/** Answers 404 to other machines: the outbox shows verification codes, and the demo is for this machine only. */
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

/**
 * Inline attributes, because the content security policy forbids style elements and the page must
 * work without the built web app.
 */
const STYLES = {
  html: 'color-scheme: light dark; background: light-dark(#f3f6fa, #0a131d)',
  body: "margin: 0 auto; max-width: 720px; padding: 32px 16px 64px; line-height: 1.6; color: light-dark(#0e2238, #e6edf5); font-family: 'Pretendard Variable', Pretendard, 'Apple SD Gothic Neo', 'Noto Sans KR', 'Malgun Gothic', system-ui, sans-serif; word-break: keep-all",
  title: 'margin: 0; font-size: 24px',
  lead: 'margin: 8px 0 24px; color: light-dark(#44566a, #aebccb)',
  link: 'color: light-dark(#0b5bd3, #6aaaff)',
  list: 'margin: 0; padding: 0; list-style: none',
  mail: 'margin: 0 0 16px; padding: 20px; border: 1px solid light-dark(#e2e8ef, #213146); border-radius: 14px; background: light-dark(#ffffff, #111d2a)',
  subject: 'margin: 0; font-size: 17px',
  about: 'margin: 2px 0 12px; font-size: 14px; color: light-dark(#44566a, #aebccb)',
  text: 'margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere',
} as const;

/** Escapes everything that comes from an e-mail. */
function renderOutboxPage(emails: readonly OutboxEmail[]): string {
  const list =
    emails.length === 0
      ? tag('p', 'lead', '아직 보낸 이메일이 없습니다.')
      : tag('ol', 'list', emails.map(renderEmail).join('\n'));
  const reloadLink = `<a href="/dev/outbox" style="${STYLES.link}">새로 고침</a>`;
  return `<!doctype html>
<html lang="ko" style="${STYLES.html}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>보낸 이메일</title>
</head>
<body style="${STYLES.body}">
<main>
${tag('h1', 'title', '보낸 이메일')}
${tag('p', 'lead', `이메일 서버를 설정하지 않아 보내는 이메일이 여기에 모입니다. 최근 것부터 보여 줍니다. ${reloadLink}`)}
${list}
</main>
</body>
</html>
`;
}

function renderEmail(email: OutboxEmail): string {
  const date = escapeHtml(email.date);
  const shownDate = escapeHtml(email.date.slice(0, 19).replace('T', ' '));
  const about = `받는 사람 ${escapeHtml(email.to)} · <time datetime="${date}">${shownDate}</time>`;
  const parts = [
    tag('h2', 'subject', escapeHtml(email.subject)),
    tag('p', 'about', about),
    tag('pre', 'text', escapeHtml(email.text)),
  ];
  return tag('li', 'mail', parts.join('\n'));
}

/** `html` must be escaped already. */
function tag(name: string, style: keyof typeof STYLES, html: string): string {
  return `<${name} style="${STYLES[style]}">${html}</${name}>`;
}
