import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** No text contains user input. */
export function createSessionEmails(names: EmailNames) {
  const { publicUrl } = names;
  const template = createEmailTemplate('SECURITY', names);
  return {
    /** A refresh token that was rotated long ago was used again (RFC 9700). */
    sessionEnded: (to: string) =>
      template(
        to,
        '로그인 보안 알림',
        '같은 로그인 정보가 두 번 쓰여 그 기기를 로그아웃했습니다.',
        '본인이 사용하던 기기라면 다시 로그인해 주세요.',
        `${publicUrl}/login`,
        '',
        '의심스러운 점이 있다면 비밀번호를 재설정해 주세요.',
        `${publicUrl}/login/register?mode=reset`,
      ),
  };
}

export type SessionEmails = ReturnType<typeof createSessionEmails>;
