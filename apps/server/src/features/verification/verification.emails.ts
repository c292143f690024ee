import { LIMITS } from '@naru/contract/limits';
import type { Email } from '../../platform/email/email.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** No text contains user input but the code. */
export function createVerificationEmails(names: EmailNames) {
  const { publicUrl } = names;
  const template = createEmailTemplate('CODE', names);
  const codeEmail = (to: string, title: string, intro: string, code: string): Email =>
    template(
      to,
      title,
      intro,
      '',
      `인증 코드: ${code}`,
      '',
      `코드는 ${LIMITS.codeSeconds / 60}분 동안 사용할 수 있습니다. 다른 사람에게 알려 주지 마세요.`,
      '직접 요청하지 않았다면 이 이메일을 무시해 주세요.',
    );

  return {
    signupCode: (to: string, code: string) =>
      codeEmail(to, '회원가입 인증 코드', '회원가입을 위한 인증 코드를 보내 드립니다.', code),

    resetCode: (to: string, code: string) =>
      codeEmail(
        to,
        '비밀번호 재설정 인증 코드',
        '비밀번호 재설정을 위한 인증 코드를 보내 드립니다.',
        code,
      ),

    changeCode: (to: string, code: string) =>
      codeEmail(to, '이메일 변경 인증 코드', '이메일 변경을 위한 인증 코드를 보내 드립니다.', code),

    /** Sent instead of a code to an address that has an account. */
    alreadyMember: (to: string): Email =>
      template(
        to,
        '이미 가입된 이메일입니다',
        '이 이메일 주소로 인증 코드를 보내 달라는 요청이 있었습니다.',
        '이 주소는 이미 가입된 계정에서 사용하고 있어 인증 코드를 보내지 않았습니다.',
        '',
        '비밀번호를 잊으셨다면 아래에서 재설정해 주세요.',
        `${publicUrl}/login/register?mode=reset`,
        '',
        '직접 요청하지 않았다면 이 이메일을 무시해 주세요.',
      ),
  };
}

export type VerificationEmails = ReturnType<typeof createVerificationEmails>;
