import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** No text contains user input. */
export function createAccountEmails(names: EmailNames) {
  const template = createEmailTemplate(names);
  return {
    withdrawn: (to: string) =>
      template(
        to,
        '탈퇴가 완료되었습니다',
        '계정을 삭제하고 개인정보를 지웠습니다. 그동안 이용해 주셔서 감사합니다.',
        '작성한 글과 댓글은 이름 없이 남습니다.',
        '',
        `직접 탈퇴하지 않았다면 바로 ${names.site.officeName}에 알려 주세요.`,
      ),
  };
}
