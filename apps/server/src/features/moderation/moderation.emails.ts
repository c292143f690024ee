import { LIMITS } from '@naru/contract/limits';
import { targetUrl } from '../../domain/notifications/targets.ts';
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

/** Names neither the content nor the ADMINs: an e-mail may be read by others. No log names the author. */
export function createRevealEmails(names: EmailNames) {
  const template = createEmailTemplate(null, names);
  return {
    authorRevealed: (to: string) =>
      template(
        to,
        '익명 글의 작성자 확인 안내',
        `${LIMITS.revealNoticeDays}일 전에 관리자 두 명이 회원님이 쓴 익명 글 하나의 작성자를 확인하도록 승인했습니다.`,
        '요청과 승인, 열람은 모두 감사 기록에 남아 있습니다.',
        '',
        '이유가 궁금하거나 이의가 있다면 문의하기로 알려 주세요.',
        `${names.publicUrl}${targetUrl({ kind: 'support' })}`,
      ),
  };
}

export type RevealEmails = ReturnType<typeof createRevealEmails>;
