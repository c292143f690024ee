import { ROLE_TITLES } from '@naru/contract/roles';
import { targetUrl } from '../../domain/notifications/targets.ts';
import type { RoleChangeFacts } from '../../domain/notifications/texts.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

const changeName = (isGrant: boolean) => (isGrant ? '부여' : '회수');

/** E-mails about a changed role. They contain no text that members chose, except usernames. */
export function createRoleEmails(names: EmailNames) {
  const template = createEmailTemplate('ROLE', names);
  return {
    toMember: (to: string, { role, isGrant }: RoleChangeFacts) =>
      template(
        to,
        `권한이 ${changeName(isGrant)}되었습니다`,
        `계정의 ${ROLE_TITLES[role]} 권한이 ${changeName(isGrant)}되었습니다.`,
        '다시 로그인하지 않아도 바로 적용됩니다.',
        '',
        '궁금한 점은 문의하기로 알려 주세요.',
        `${names.publicUrl}${targetUrl({ kind: 'support' })}`,
      ),
    toAdmin: (to: string, { role, isGrant, username, by }: RoleChangeFacts) =>
      template(
        to,
        `회원 권한 ${changeName(isGrant)} 알림`,
        `${username} 회원의 ${ROLE_TITLES[role]} 권한이 ${changeName(isGrant)}되었습니다.`,
        `처리한 관리자: ${by}`,
        '',
        '모르는 변경이라면 감사 기록을 확인해 주세요.',
        `${names.publicUrl}${targetUrl({ kind: 'auditLog' })}`,
      ),
  };
}

export type RoleEmails = ReturnType<typeof createRoleEmails>;
