import { LIMITS } from '@naru/contract/limits';
import type { Mail } from '../../platform/mail/mail.ts';

export interface MailNames {
  siteName: string;
  departmentName: string;
  /** Configured address of the site: links never come from a request (quality VC-28). */
  publicUrl: string;
}

/** Texts hold nothing that a person typed but the code (quality VC-27). */
export function createAuthMails({ siteName, departmentName, publicUrl }: MailNames) {
  const subject = (text: string) => `[${siteName}] ${text}`;
  const letter = (...lines: string[]) =>
    [
      '안녕하세요.',
      `${departmentName} 커뮤니티 ${siteName}입니다.`,
      '',
      ...lines,
      '',
      '이 메일은 발신 전용입니다.',
      `${siteName} ${publicUrl}`,
      '',
    ].join('\n');
  const codeLetter = (to: string, title: string, intro: string, code: string): Mail => ({
    to,
    subject: subject(title),
    text: letter(
      intro,
      '',
      `인증 코드: ${code}`,
      '',
      `코드는 ${LIMITS.codeSeconds / 60}분 동안 사용할 수 있습니다. 다른 사람에게 알려 주지 마세요.`,
      '직접 요청하지 않았다면 이 메일을 무시해 주세요.',
    ),
  });

  return {
    signupCode: (to: string, code: string) =>
      codeLetter(to, '회원가입 인증 코드', '회원가입을 위한 인증 코드를 보내 드립니다.', code),

    resetCode: (to: string, code: string) =>
      codeLetter(
        to,
        '비밀번호 재설정 인증 코드',
        '비밀번호 재설정을 위한 인증 코드를 보내 드립니다.',
        code,
      ),

    changeCode: (to: string, code: string) =>
      codeLetter(
        to,
        '이메일 변경 인증 코드',
        '이메일 변경을 위한 인증 코드를 보내 드립니다.',
        code,
      ),

    /** Instead of a code, to an address that has an account already. */
    alreadyMember: (to: string): Mail => ({
      to,
      subject: subject('이미 가입된 이메일입니다'),
      text: letter(
        '이 이메일 주소로 인증 코드를 보내 달라는 요청이 있었습니다.',
        '이 주소는 이미 가입된 계정에서 사용하고 있어 인증 코드를 보내지 않았습니다.',
        '',
        '비밀번호를 잊으셨다면 아래에서 다시 설정해 주세요.',
        `${publicUrl}/login/register?mode=reset`,
        '',
        '직접 요청하지 않았다면 이 메일을 무시해 주세요.',
      ),
    }),

    passwordChanged: (to: string): Mail => ({
      to,
      subject: subject('비밀번호가 변경되었습니다'),
      text: letter(
        '계정의 비밀번호가 변경되었습니다. 안전을 위해 모든 기기에서 로그아웃했습니다.',
        '새 비밀번호로 다시 로그인해 주세요.',
        `${publicUrl}/login`,
        '',
        '직접 변경하지 않았다면 바로 비밀번호를 다시 설정하고 학부사무실에 알려 주세요.',
        `${publicUrl}/login/register?mode=reset`,
      ),
    }),

    /** A refresh token was used that had been replaced long before (RFC 9700, quality TK-06). */
    sessionEnded: (to: string): Mail => ({
      to,
      subject: subject('로그인 보안 알림'),
      text: letter(
        '이미 사용된 로그인 정보가 다시 사용되어, 안전을 위해 해당 기기의 로그인을 종료했습니다.',
        '본인이 사용하던 기기라면 다시 로그인해 주세요.',
        `${publicUrl}/login`,
        '',
        '의심스러운 점이 있다면 비밀번호를 다시 설정해 주세요.',
        `${publicUrl}/login/register?mode=reset`,
      ),
    }),
  };
}

export type AuthMails = ReturnType<typeof createAuthMails>;

/** `h****@kmou.ac.kr`: the stars do not tell the length (decisions 23, quality VC-22). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}****${email.slice(at)}`;
}
