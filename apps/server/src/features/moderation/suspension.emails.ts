import { LIMITS } from '@naru/contract/limits';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** `day` is the last day of the suspension. The reason is free text, so only the site shows it. */
export function createSuspensionEmails(names: EmailNames) {
  const template = createEmailTemplate('SUSPENSION', names);
  return {
    suspended: (to: string, day: string, objectionLink: string) =>
      template(
        to,
        '이용이 정지되었습니다',
        `계정의 이용이 ${day}까지 정지되었습니다.`,
        '정지 사유는 로그인 화면에서 확인할 수 있습니다.',
        `${names.publicUrl}/login`,
        '',
        `이의가 있다면 로그인하지 않고 아래 주소에서 제기할 수 있습니다. ${LIMITS.objectionLinkDays}일 동안 열 수 있으니 다른 사람에게 전달하지 마세요.`,
        objectionLink,
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
