import { tryMailServer } from '../../platform/email/transport.ts';
import { ok, warn } from '../proofs/finding.ts';
import { checkSenderDomain, explainMail } from '../proofs/mail.ts';
import type { Check } from './given.ts';

export const mailCheck: Check = {
  id: 'mail',
  title: '이메일',
  async run({ env, machine }) {
    if (env.SMTP_URL === undefined) {
      return [
        warn(
          '이메일 서버가 없습니다. 인증 코드는 파일로만 남습니다.',
          'npm run setup으로 이메일 서버를 정하세요.',
        ),
      ];
    }
    const host = new URL(env.SMTP_URL).hostname;
    const domain = checkSenderDomain(env.MAIL_FROM, machine.resolveTxt);
    const server = await tryMailServer(env.SMTP_URL).then(
      () => ok(`${host}에 접속하고 로그인했습니다. 보내 보려면 npm run mail-test -- <내 주소>`),
      (error: unknown) => explainMail(error, env),
    );
    return [server, ...(await domain)];
  },
};
