import type { OutboxEmail } from '../../platform/email/outbox.ts';
import { escapeHtml } from '../../platform/escape-html.ts';

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
export function renderOutboxPage(emails: readonly OutboxEmail[]): string {
  const list =
    emails.length === 0
      ? tag('p', 'lead', '아직 보낸 이메일이 없습니다.')
      : tag('ol', 'list', emails.map(renderEmail).join('\n'));
  const reloadLink = `<a href="/dev/outbox" style="${STYLES.link}">새로고침</a>`;
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
${tag('p', 'lead', `이메일 서버를 설정하지 않아 보내는 이메일이 이곳에 모입니다. 최근 것부터 보여 줍니다. ${reloadLink}`)}
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
