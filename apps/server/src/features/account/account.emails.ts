import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** No text contains user input. The log does not name who has no account any more. */
export function createAccountEmails(names: EmailNames) {
  const warning = createEmailTemplate('UNUSED', names);
  const farewell = createEmailTemplate(null, names);
  return {
    /** `day`: the first on which it may be erased. */
    unused: (to: string, { months, day }: { months: number; day: string }) =>
      warning(
        to,
        `${day}부터 계정이 삭제될 수 있습니다`,
        `${months}개월 동안 사용하지 않은 계정은 개인정보를 지키기 위해 삭제합니다. 이 계정은 ${day}부터 삭제될 수 있습니다.`,
        '계속 쓰려면 그 전에 한 번 로그인해 주세요. 로그인하면 삭제하지 않습니다.',
        `${names.publicUrl}/login`,
        '',
        '삭제한 계정은 되돌릴 수 없고, 작성한 글과 댓글은 이름 없이 남습니다.',
      ),
    expired: (to: string) =>
      farewell(
        to,
        '사용하지 않은 계정을 삭제했습니다',
        '오랫동안 사용하지 않은 계정을 삭제하고 개인정보를 지웠습니다.',
        '작성한 글과 댓글은 이름 없이 남습니다. 다시 이용하려면 새로 가입해 주세요.',
      ),
    withdrawn: (to: string) =>
      farewell(
        to,
        '탈퇴가 완료되었습니다',
        '계정을 삭제하고 개인정보를 지웠습니다. 그동안 이용해 주셔서 감사합니다.',
        '작성한 글과 댓글은 이름 없이 남습니다.',
        '',
        `직접 탈퇴하지 않았다면 바로 ${names.site.officeName}에 알려 주세요.`,
      ),
  };
}
