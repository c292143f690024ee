import { LIMITS } from '@naru/contract/limits';
import { createLetters, type MailNames } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mail.ts';

/** Texts hold nothing that a person typed but the code (quality VC-27). */
export function createAuthMails(names: MailNames) {
  const { publicUrl } = names;
  const letter = createLetters(names);
  const codeLetter = (to: string, title: string, intro: string, code: string): Mail =>
    letter(
      to,
      title,
      intro,
      '',
      `인증 코드: ${code}`,
      '',
      `코드는 ${LIMITS.codeSeconds / 60}분 동안 사용할 수 있습니다. 다른 사람에게 알려 주지 마세요.`,
      '직접 요청하지 않았다면 이 메일을 무시해 주세요.',
    );

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
    alreadyMember: (to: string): Mail =>
      letter(
        to,
        '이미 가입된 이메일입니다',
        '이 이메일 주소로 인증 코드를 보내 달라는 요청이 있었습니다.',
        '이 주소는 이미 가입된 계정에서 사용하고 있어 인증 코드를 보내지 않았습니다.',
        '',
        '비밀번호를 잊으셨다면 아래에서 다시 설정해 주세요.',
        `${publicUrl}/login/register?mode=reset`,
        '',
        '직접 요청하지 않았다면 이 메일을 무시해 주세요.',
      ),

    passwordChanged: (to: string): Mail =>
      letter(
        to,
        '비밀번호가 변경되었습니다',
        '계정의 비밀번호가 변경되었습니다. 안전을 위해 모든 기기에서 로그아웃했습니다.',
        '새 비밀번호로 다시 로그인해 주세요.',
        `${publicUrl}/login`,
        '',
        '직접 변경하지 않았다면 바로 비밀번호를 다시 설정하고 학부사무실에 알려 주세요.',
        `${publicUrl}/login/register?mode=reset`,
      ),

    /** The owner changed it, logged in; the device of the change stays logged in. */
    passwordChangedByOwner: (to: string): Mail =>
      letter(
        to,
        '비밀번호가 변경되었습니다',
        '내 정보에서 계정의 비밀번호가 변경되었습니다.',
        '안전을 위해 변경한 기기를 뺀 모든 기기에서 로그아웃했습니다.',
        '',
        '직접 변경하지 않았다면 바로 비밀번호를 다시 설정하고 학부사무실에 알려 주세요.',
        `${publicUrl}/login/register?mode=reset`,
      ),

    /** To the address that was the account's until now (quality LG-14). */
    emailChanged: (to: string, email: string): Mail =>
      letter(
        to,
        '이메일이 변경되었습니다',
        `계정의 이메일이 ${maskEmail(email)} 주소로 변경되었습니다.`,
        '앞으로 모든 안내 메일은 새 주소로 보냅니다.',
        '',
        '직접 변경하지 않았다면 바로 학부사무실에 알려 주세요.',
      ),

    /** The last mail to somebody who left. */
    accountRemoved: (to: string): Mail =>
      letter(
        to,
        '탈퇴가 완료되었습니다',
        '계정을 삭제하고 개인정보를 지웠습니다. 그동안 이용해 주셔서 감사합니다.',
        '작성한 글과 댓글은 이름 없이 남습니다.',
        '',
        '직접 탈퇴하지 않았다면 바로 학부사무실에 알려 주세요.',
      ),

    /** A refresh token was used that had been replaced long before (RFC 9700, quality TK-06). */
    sessionEnded: (to: string): Mail =>
      letter(
        to,
        '로그인 보안 알림',
        '이미 사용된 로그인 정보가 다시 사용되어, 안전을 위해 해당 기기의 로그인을 종료했습니다.',
        '본인이 사용하던 기기라면 다시 로그인해 주세요.',
        `${publicUrl}/login`,
        '',
        '의심스러운 점이 있다면 비밀번호를 다시 설정해 주세요.',
        `${publicUrl}/login/register?mode=reset`,
      ),
  };
}

export type AuthMails = ReturnType<typeof createAuthMails>;

/** `h****@kmou.ac.kr`: the stars do not tell the length (decisions 23, quality VC-22). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}****${email.slice(at)}`;
}
