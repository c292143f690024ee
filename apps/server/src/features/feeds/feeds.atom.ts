import { BOARDS } from '@naru/contract/boards';
import { cutGraphemes } from '@naru/contract/text';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { NoticeRow } from './feeds.repo.ts';

/** Graphemes. */
const EXCERPT = 200;
/** Characters that XML 1.0 forbids, even as references, and halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

interface Feed {
  name: string;
  siteName: string;
  /** Without a slash at its end. */
  publicUrl: string;
  host: string;
  /** When an empty feed was changed last. */
  madeAt: Date;
  notices: readonly NoticeRow[];
}

/**
 * Writes an Atom feed (RFC 4287). It has no link to itself: whoever hands the file on would hand on the address.
 * Texts are escaped twice, as HTML, because many readers take all texts for HTML and would drop `<전학년>`.
 */
export function writeAtom({ name, siteName, publicUrl, host, madeAt, notices }: Feed): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ko">',
    `<id>${xml(idOf(host, 'notices'))}</id>`,
    html('title', `${siteName} ${name}`),
    `<updated>${changeOf(notices, madeAt).toISOString()}</updated>`,
    `<author><name>${xml(siteName)}</name></author>`,
    link(`${publicUrl}/main`),
    ...notices.flatMap((notice) => entryLines(notice, { host, publicUrl })),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

/** When one of the notices was written or changed last. */
export function changeOf(notices: readonly NoticeRow[], madeAt: Date): Date {
  const times = notices.map(({ createdAt, updatedAt }) => Number(updatedAt ?? createdAt));
  return times.length === 0 ? madeAt : new Date(Math.max(...times));
}

function entryLines(
  { id, boardType, title, text, createdAt, updatedAt }: NoticeRow,
  { host, publicUrl }: Pick<Feed, 'host' | 'publicUrl'>,
): string[] {
  const { name, slug } = BOARDS[boardType];
  return [
    '<entry>',
    `<id>${xml(idOf(host, `post/${id}`))}</id>`,
    html('title', title),
    `<published>${createdAt.toISOString()}</published>`,
    `<updated>${(updatedAt ?? createdAt).toISOString()}</updated>`,
    link(`${publicUrl}/main/community/${slug}/post/${id}`),
    `<category term="${xml(name)}"/>`,
    html('summary', cutGraphemes(text.replace(/\s+/g, ' ').trim(), EXCERPT)),
    '</entry>',
  ];
}

/** A tag URI (RFC 4151): it stays when the site begins to use https or another port. */
function idOf(host: string, what: string): string {
  return `tag:${host},2026:${what}`;
}

function link(href: string): string {
  return `<link rel="alternate" type="text/html" href="${xml(href)}"/>`;
}

function html(element: 'title' | 'summary', text: string): string {
  return `<${element} type="html">${xml(escapeHtml(text))}</${element}>`;
}

function xml(text: string): string {
  return escapeHtml(text.replace(NOT_XML, ''));
}
