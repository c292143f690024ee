import { LIMITS } from '@naru/contract/limits';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** The token is in the fragment, which browsers send to no server and no other site. */
export function createRosterEmails(names: EmailNames) {
  const template = createEmailTemplate('INVITATION', names);
  return {
    invitation: (to: string, token: string) =>
      template(
        to,
        '회원 가입 초대',
        `${names.site.departmentName} 명부에 등록되어 초대합니다.`,
        '아래 주소를 열어 닉네임과 비밀번호를 정하면 가입이 끝납니다.',
        `${names.publicUrl}/invitation#${token}`,
        '',
        `이 주소는 한 번만 쓸 수 있고 ${LIMITS.invitationDays}일 동안 열립니다. 다른 사람에게 전달하지 말아 주세요.`,
        `잘못 받은 이메일이라면 ${names.site.officeName}에 알려 주세요.`,
      ),
  };
}
