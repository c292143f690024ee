import type { Email } from './email.ts';

export interface EmailNames {
  siteName: string;
  departmentName: string;
  /** From the configuration: links never depend on a request. */
  publicUrl: string;
}

/** Builds e-mails with the site's greeting and footer around `lines`. */
export function createEmailTemplate({ siteName, departmentName, publicUrl }: EmailNames) {
  return (to: string, title: string, ...lines: string[]): Email => ({
    to,
    subject: `[${siteName}] ${title}`,
    text: [
      '안녕하세요.',
      `${departmentName} 커뮤니티 ${siteName}입니다.`,
      '',
      ...lines,
      '',
      '이 메일은 발신 전용입니다.',
      `${siteName} ${publicUrl}`,
      '',
    ].join('\n'),
  });
}
