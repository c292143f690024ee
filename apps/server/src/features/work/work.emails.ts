import type { WorkKind } from '@naru/contract/work';
import { targetUrl } from '../../domain/notifications/targets.ts';
import type { WaitingWork } from '../../domain/work/work.repo.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

const NAMES: Record<WaitingWork['kind'] & WorkKind, string> = {
  REPORTS: '신고',
  INQUIRIES: '문의',
  ROLE_REQUESTS: '권한 요청',
  REVEALS: '작성자 확인 요청',
  SIGN_UPS: '가입 확인',
};

/** Counts only: neither members nor content are named in an e-mail. */
export function createWorkEmails(names: EmailNames) {
  const template = createEmailTemplate('WORK', names);
  return {
    waiting: (to: string, work: readonly WaitingWork[]) =>
      template(
        to,
        '처리를 기다리는 일이 있습니다',
        ...work.map(({ kind, count }) => `- ${NAMES[kind]} ${count}건`),
        '',
        '관리자 화면의 할 일에서 확인해 주세요.',
        `${names.publicUrl}${targetUrl({ kind: 'work' })}`,
        '',
        '이 이메일을 받는 때는 내 정보의 알림 설정에서 바꿀 수 있습니다.',
      ),
  };
}
