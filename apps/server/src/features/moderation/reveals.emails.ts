import { LIMITS } from '@naru/contract/limits';
import { targetUrl } from '../../domain/notifications/targets.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

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
