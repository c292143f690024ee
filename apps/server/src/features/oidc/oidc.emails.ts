import { withParticles } from '@naru/contract/particles';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** E-mails to the member about the own links; `provider` is the name that the operator gave. */
export function createOidcEmails(names: EmailNames) {
  const { publicUrl, site } = names;
  const template = createEmailTemplate('SECURITY', names);
  const alarm = `직접 하지 않았다면 바로 비밀번호를 재설정하고, 계정 설정에서 연결을 확인한 뒤 ${site.officeName}에 알려 주세요.`;
  const reset = `${publicUrl}/login/register?mode=reset`;
  return {
    linked: (to: string, provider: string) =>
      template(
        to,
        '로그인 계정을 연결했습니다',
        withParticles(
          `계정에 ‘${provider}’ 계정이 연결되었습니다. 이제 ‘${provider}’으로(로) 로그인할 수 있습니다.`,
        ),
        `${publicUrl}/mypage/account`,
        '',
        alarm,
        reset,
      ),
    unlinked: (to: string, provider: string) =>
      template(
        to,
        '로그인 계정 연결을 해제했습니다',
        withParticles(
          `계정에서 ‘${provider}’ 연결이 해제되었습니다. 이제 학번(교번)과 비밀번호로 로그인합니다.`,
        ),
        '',
        alarm,
        reset,
      ),
  };
}
