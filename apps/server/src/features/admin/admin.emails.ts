import { ROLE_TITLES } from '@naru/contract/roles';
import { targetUrl } from '../../domain/notifications/targets.ts';
import type { RoleChangeFacts } from '../../domain/notifications/texts.ts';
import { kstText } from '../../platform/clock.ts';
import { maskEmail } from '../../platform/email/email.ts';
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

export type CorrectedField = 'email' | 'name';

const FIELD_NAMES: Record<CorrectedField, string> = { email: '이메일', name: '이름' };

const namesOf = (fields: readonly CorrectedField[]) =>
  fields.map((field) => FIELD_NAMES[field]).join(', ');

/** E-mails about an address or a name that an ADMIN mended. They contain no text that members chose. */
export function createCorrectionEmails(names: EmailNames) {
  const template = createEmailTemplate('SECURITY', names);
  return {
    /** `email` is the new address, `waitsUntil` when it can reset the password. */
    toMember: (
      to: string,
      facts: { fields: readonly CorrectedField[]; email: string; waitsUntil: Date },
    ) =>
      template(
        to,
        '관리자가 회원 정보를 수정했습니다',
        `계정의 회원 정보를 관리자가 수정했습니다. 수정한 항목: ${namesOf(facts.fields)}`,
        ...(facts.fields.includes('email')
          ? [
              `앞으로 모든 안내 이메일은 ${maskEmail(facts.email)} 주소로 보냅니다.`,
              `새 주소로 비밀번호를 재설정하는 것은 ${kstText(facts.waitsUntil)}부터 할 수 있습니다. 그때까지는 지금 비밀번호로만 로그인할 수 있습니다.`,
            ]
          : []),
        '안전을 위해 모든 기기에서 로그아웃했습니다. 다시 로그인해 주세요.',
        `${names.publicUrl}/login`,
        '',
        `요청한 적이 없다면 바로 ${names.site.officeName}에 알려 주세요.`,
        ...(facts.fields.includes('email')
          ? ['로그인한 뒤 마이페이지에서 이메일을 다시 바꾸면 새 주소로는 들어올 수 없습니다.']
          : []),
      ),
    toAdmin: (
      to: string,
      facts: { fields: readonly CorrectedField[]; username: string; by: string },
    ) =>
      template(
        to,
        '회원 정보 수정 알림',
        `${facts.username} 회원의 정보가 수정되었습니다. 수정한 항목: ${namesOf(facts.fields)}`,
        `처리한 관리자: ${facts.by}`,
        '',
        '모르는 변경이라면 감사 기록을 확인해 주세요.',
        `${names.publicUrl}${targetUrl({ kind: 'auditLog' })}`,
      ),
  };
}

export type CorrectionEmails = ReturnType<typeof createCorrectionEmails>;
