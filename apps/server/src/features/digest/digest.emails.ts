import { BOARDS } from '@naru/contract/boards';
import type { OwnMustRead } from '@naru/contract/must-reads';
import { cutGraphemes } from '@naru/contract/text';
import { targetUrl } from '../../domain/notifications/targets.ts';
import type { Email } from '../../platform/email/email.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { PopularPost } from './digest.repo.ts';

/** Graphemes. */
const TITLE_MAX = 50;

/** What is new for a member. */
export interface DigestContent {
  /** Notices that the member is asked to confirm, those due first, and how many more there are. */
  mustReads: readonly OwnMustRead[];
  moreMustReads: number;
  /** Sentences of the newest unread notifications, and how many more there are. */
  sentences: readonly string[];
  more: number;
  /** Unread chat messages. */
  messages: number;
  popular: readonly PopularPost[];
}

interface Line {
  text: string;
  /** A path of this site. */
  path?: string;
}

interface Section {
  title: string;
  lines: Line[];
}

export function createDigestEmails(names: EmailNames) {
  const template = createEmailTemplate('DIGEST', names);
  const { publicUrl } = names;
  return {
    /** `links`: where the page and the mail program stop these e-mails. */
    digest(to: string, content: DigestContent, links: { page: string; oneClick: string }): Email {
      const sections = sectionsOf(content);
      const title = '그동안의 새 소식';
      const stop = '이 소식 이메일은 여기에서 바로 그만 받을 수 있습니다.';
      const email = template(
        to,
        title,
        ...sections.flatMap((section) => [...textOf(section, publicUrl), '']),
        `${names.site.siteName}에서 보기`,
        `${publicUrl}${targetUrl({ kind: 'home' })}`,
        '',
        stop,
        links.page,
      );
      const html = htmlOf({ title: email.subject, sections, names, stop, page: links.page });
      return { ...email, html, unsubscribeUrl: links.oneClick };
    },
  };
}

function sectionsOf(content: DigestContent): Section[] {
  const { sentences, more, messages, popular } = content;
  const notices: Line[] = sentences.map((text) => ({ text }));
  if (more > 0) notices.push({ text: `그 밖의 알림 ${more}개` });
  if (messages > 0) notices.push({ text: `읽지 않은 채팅 메시지 ${messages}개` });
  const posts = popular.map(({ id, boardType, title, likeCount }) => ({
    text: `[${BOARDS[boardType].name}] ${cutGraphemes(title, TITLE_MAX)} (좋아요 ${likeCount})`,
    path: targetUrl({ kind: 'post', boardType, postId: id }),
  }));
  const all = [
    { title: '확인이 필요한 필독', lines: mustReadLines(content) },
    { title: '읽지 않은 알림', lines: notices },
    { title: '많이 읽힌 글', lines: posts },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

function mustReadLines({ mustReads, moreMustReads }: DigestContent): Line[] {
  const lines: Line[] = mustReads.map(({ id, boardType, title, dueOn }) => ({
    text: `${cutGraphemes(title, TITLE_MAX)}${dueOn === null ? '' : ` (${dueText(dueOn)}까지 확인)`}`,
    path: targetUrl({ kind: 'post', boardType, postId: id }),
  }));
  if (moreMustReads > 0) lines.push({ text: `그 밖의 필독 공지 ${moreMustReads}개` });
  return lines;
}

/** `2026-12-04` as `12월 4일`. */
function dueText(day: string): string {
  const [, month, date] = day.split('-').map(Number);
  return `${month}월 ${date}일`;
}

function textOf({ title, lines }: Section, publicUrl: string): string[] {
  return [
    title,
    ...lines.flatMap(({ text, path }) => [`- ${text}`, ...(path ? [`  ${publicUrl}${path}`] : [])]),
  ];
}

interface Page {
  title: string;
  sections: readonly Section[];
  names: EmailNames;
  stop: string;
  page: string;
}

/** Plain elements with a few inline styles, which every mail program shows. */
function htmlOf({ title, sections, names, stop, page }: Page): string {
  const { publicUrl, site } = names;
  const link = (url: string, text: string) =>
    `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  const lineOf = ({ text, path }: Line) =>
    `<li>${path === undefined ? escapeHtml(text) : link(`${publicUrl}${path}`, text)}</li>`;
  const body = sections.map(
    (section) =>
      `<h2 style="font-size:16px">${escapeHtml(section.title)}</h2><ul>${section.lines.map(lineOf).join('')}</ul>`,
  );
  return [
    `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="max-width:560px;margin:0 auto;padding:16px;font-family:sans-serif;line-height:1.6">',
    `<p>안녕하세요.<br>${escapeHtml(site.departmentName)} 커뮤니티 ${escapeHtml(site.siteName)}입니다.</p>`,
    ...body,
    `<p>${link(`${publicUrl}${targetUrl({ kind: 'home' })}`, `${site.siteName}에서 보기`)}</p>`,
    `<p style="font-size:13px">${link(page, stop)}<br>이 이메일은 발신 전용입니다.</p>`,
    '</body></html>',
  ].join('\n');
}
