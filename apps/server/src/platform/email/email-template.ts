import type { EmailKind } from '@naru/contract/emails';
import type { Email } from './email.ts';

export interface EmailNames {
  /** Changes when an ADMIN renames the site. */
  site: { siteName: string; departmentName: string; officeName: string };
  /** From the configuration: links never depend on a request. */
  publicUrl: string;
}

/** Builds e-mails of a kind with the site's greeting and footer around `lines`. */
export function createEmailTemplate(kind: EmailKind | null, { site, publicUrl }: EmailNames) {
  return (to: string, title: string, ...lines: string[]): Email => {
    const { siteName, departmentName } = site;
    return {
      kind,
      to,
      subject: `[${siteName}] ${title}`,
      text: [
        '안녕하세요.',
        `${departmentName} 커뮤니티 ${siteName}입니다.`,
        '',
        ...lines,
        '',
        '이 이메일은 발신 전용입니다.',
        `${siteName} ${publicUrl}`,
        '',
      ].join('\n'),
    };
  };
}
