import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** `day` is the last day of the suspension. The reason is free text, so only the login shows it. */
export function createSuspensionEmails(names: EmailNames) {
  const template = createEmailTemplate(names);
  return {
    suspended: (to: string, day: string) =>
      template(
        to,
        '이용이 정지되었습니다',
        `계정의 이용이 ${day}까지 정지되었습니다.`,
        '정지 사유는 로그인 화면에서 확인할 수 있습니다.',
        `${names.publicUrl}/login`,
        '',
        `이의가 있다면 ${names.site.officeName}에 알려 주세요.`,
      ),
    lifted: (to: string) =>
      template(
        to,
        '이용 정지가 해제되었습니다',
        '계정의 이용 정지가 해제되었습니다. 다시 로그인할 수 있습니다.',
        `${names.publicUrl}/login`,
      ),
  };
}

export type SuspensionEmails = ReturnType<typeof createSuspensionEmails>;
