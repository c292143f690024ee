import { maskEmail } from '../../platform/email/email.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

const UNLINKED =
  '학교 로그인과의 연결도 해제했습니다. 계속 쓰려면 로그인한 뒤 계정 설정에서 다시 연결해 주세요.';

/** No text contains user input but the masked new address. */
export function createCredentialEmails(names: EmailNames) {
  const { publicUrl } = names;
  const template = createEmailTemplate('SECURITY', names);
  const accepted = createEmailTemplate('SIGN_UP', names);
  const declined = createEmailTemplate(null, names);

  return {
    /** `isUnlinked`: the account was linked to one of the sign-in provider. */
    passwordChanged: (to: string, { isUnlinked }: { isUnlinked: boolean }) =>
      template(
        to,
        '비밀번호가 변경되었습니다',
        '계정의 비밀번호가 변경되었습니다. 안전을 위해 모든 기기에서 로그아웃했습니다.',
        ...(isUnlinked ? [UNLINKED] : []),
        '새 비밀번호로 다시 로그인해 주세요.',
        `${publicUrl}/login`,
        '',
        `직접 변경하지 않았다면 바로 비밀번호를 재설정하고 ${names.site.officeName}에 알려 주세요.`,
        `${publicUrl}/login/register?mode=reset`,
      ),

    /** Changed by the logged-in owner, whose device stays logged in. */
    passwordChangedByOwner: (to: string) =>
      template(
        to,
        '비밀번호가 변경되었습니다',
        '계정 설정에서 계정의 비밀번호가 변경되었습니다.',
        '안전을 위해 변경한 기기를 뺀 모든 기기에서 로그아웃했습니다.',
        '',
        `직접 변경하지 않았다면 바로 비밀번호를 재설정하고 ${names.site.officeName}에 알려 주세요.`,
        `${publicUrl}/login/register?mode=reset`,
      ),

    signUpAccepted: (to: string) =>
      accepted(
        to,
        '가입이 승인되었습니다',
        '운영진이 가입을 확인했습니다. 가입할 때 정한 비밀번호로 로그인해 주세요.',
        `${publicUrl}/login`,
      ),

    /** `reason` is by an ADMIN. */
    signUpDeclined: (to: string, reason: string) =>
      declined(
        to,
        '가입이 거절되었습니다',
        '운영진이 가입을 확인했지만 승인하지 않았습니다. 가입할 때 적은 정보는 삭제했습니다.',
        `사유: ${reason}`,
        '',
        `잘못되었다고 생각하면 ${names.site.officeName}에 알려 주세요.`,
      ),

    /** Sent to the former address. */
    emailChanged: (to: string, email: string) =>
      template(
        to,
        '이메일이 변경되었습니다',
        `계정의 이메일이 ${maskEmail(email)} 주소로 변경되었습니다.`,
        '앞으로 모든 안내 이메일은 새 주소로 보냅니다.',
        '',
        `직접 변경하지 않았다면 바로 ${names.site.officeName}에 알려 주세요.`,
      ),
  };
}

export type CredentialEmails = ReturnType<typeof createCredentialEmails>;
