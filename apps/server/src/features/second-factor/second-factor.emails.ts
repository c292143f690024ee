import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** E-mails to the member about the own second factor; they contain no text that members chose. */
export function createSecondFactorEmails(names: EmailNames) {
  const { publicUrl, site } = names;
  const template = createEmailTemplate('SECURITY', names);
  const account = `${publicUrl}/mypage/account`;
  const alarm = () =>
    `직접 하지 않았다면 누군가 비밀번호를 알고 있을 수 있습니다. 바로 비밀번호를 재설정하고 ${site.officeName}에 알려 주세요.`;
  const reset = `${publicUrl}/login/register?mode=reset`;
  return {
    turnedOn: (to: string) =>
      template(
        to,
        '2단계 인증을 켰습니다',
        '계정의 2단계 인증이 켜졌습니다. 이제 로그인할 때 비밀번호 다음에 인증 앱의 코드를 입력합니다.',
        '휴대전화를 잃어버렸을 때를 위해 복구 코드를 안전한 곳에 보관해 주세요.',
        '',
        alarm(),
        `비밀번호를 재설정해도 다른 사람이 켠 2단계 인증은 남습니다. ${site.officeName}에서 해제할 수 있습니다.`,
        reset,
      ),
    turnedOff: (to: string) =>
      template(
        to,
        '2단계 인증을 껐습니다',
        '계정의 2단계 인증이 꺼졌습니다. 이제 비밀번호만으로 로그인합니다.',
        '',
        alarm(),
        reset,
      ),
    /** `left`: codes that still work. */
    recoveryCodeUsed: (to: string, left: number) =>
      template(
        to,
        '복구 코드를 사용했습니다',
        `2단계 인증의 복구 코드 하나가 사용되었습니다. 남은 복구 코드: ${left}개`,
        '계정 설정의 2단계 인증에서 복구 코드를 새로 만들 수 있습니다.',
        account,
        '',
        alarm(),
        reset,
      ),
    codesRenewed: (to: string) =>
      template(
        to,
        '복구 코드를 새로 만들었습니다',
        '2단계 인증의 복구 코드를 새로 만들었습니다. 이전 복구 코드는 더 이상 쓸 수 없습니다.',
        '',
        alarm(),
        reset,
      ),
    passkeyAdded: (to: string) =>
      template(
        to,
        '패스키를 추가했습니다',
        '계정에 패스키가 추가되었습니다. 이제 그 기기의 지문, 얼굴이나 화면 잠금으로 로그인할 수 있습니다.',
        '',
        alarm(),
        reset,
      ),
    passkeyLocked: (to: string) =>
      template(
        to,
        '패스키를 잠갔습니다',
        '계정의 패스키 하나를 누군가 복제한 것으로 보여 잠갔습니다. 이제 누구도 그 패스키로 로그인할 수 없습니다.',
        '비밀번호와 인증 앱의 코드, 다른 패스키로는 그대로 로그인할 수 있습니다. 계정 설정에서 잠긴 패스키를 삭제하고 새로 추가해 주세요. 모르는 기기가 로그인해 있으면 로그아웃해 주세요.',
        account,
        '',
        alarm(),
        reset,
      ),
    passkeyRemoved: (to: string) =>
      template(
        to,
        '패스키를 삭제했습니다',
        '계정에서 패스키 하나를 삭제했습니다. 그 패스키로는 더 이상 로그인할 수 없습니다.',
        '',
        alarm(),
        reset,
      ),
    /** By an ADMIN, or by the operator of the server. */
    removed: (to: string) =>
      template(
        to,
        '관리자가 2단계 인증을 해제했습니다',
        '계정의 2단계 인증을 관리자가 해제했습니다. 이제 비밀번호만으로 로그인합니다.',
        '로그인한 뒤 계정 설정에서 다시 켤 수 있습니다.',
        account,
        '',
        `요청한 적이 없다면 바로 비밀번호를 재설정하고 ${site.officeName}에 알려 주세요.`,
        reset,
      ),
  };
}

export type SecondFactorEmails = ReturnType<typeof createSecondFactorEmails>;
