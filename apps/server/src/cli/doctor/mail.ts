import { failingSince } from '../../domain/emails/email-log.ts';
import { findHold } from '../../domain/outgoing/outgoing.repo.ts';
import { tryMailServer } from '../../platform/email/transport.ts';
import { type Finding, ok, warn } from '../proofs/finding.ts';
import { checkSenderDomain, explainMail } from '../proofs/mail.ts';
import type { Check, Given } from './given.ts';
import { readStored } from './stored.ts';

export const mailCheck: Check = {
  id: 'mail',
  title: '이메일',
  async run(given) {
    const { env, machine } = given;
    const stored = describeStored(given);
    if (env.SMTP_URL === undefined) {
      return [
        warn(
          '이메일 서버가 없습니다. 인증 코드는 파일로만 남습니다.',
          'npm run setup으로 이메일 서버를 정하세요.',
        ),
        ...(await stored),
      ];
    }
    const host = new URL(env.SMTP_URL).hostname;
    const domain = checkSenderDomain(env.MAIL_FROM, machine.resolveTxt);
    const server = await tryMailServer(env.SMTP_URL).then(
      () => ok(`${host}에 접속하고 로그인했습니다. 보내 보려면 npm run mail-test -- <내 주소>`),
      (error: unknown) => explainMail(error, env),
    );
    return [server, ...(await stored), ...(await domain)];
  },
};

/** What the running server, whose environment may be another one than ours, notes about its e-mails. */
async function describeStored(given: Given): Promise<Finding[]> {
  const state = await readStored(given, async (db) => ({
    isHeld: (await findHold(db)) !== null,
    failing: await failingSince(db, given.now),
  }));
  const minutes = (since: Date) =>
    Math.max(1, Math.round((given.now.getTime() - since.getTime()) / 60_000));
  return [
    ...(state?.isHeld
      ? [
          warn(
            '이메일과 알림이 멈춰 있습니다. 복원하거나 옮긴 뒤, PUBLIC_URL을 바꾼 뒤에 그렇습니다.',
            '실제 사이트라면 살펴본 뒤 관리자 맨 위에서 다시 보내거나 npm run resume을 실행하세요. 연습이라면 그대로 둡니다.',
          ),
        ]
      : []),
    ...(state?.failing
      ? [
          warn(
            `켜져 있는 서버는 ${minutes(state.failing)}분 전부터 이메일을 보내지 못했습니다.`,
            '로그의 mail not sent yet에 이유가 있습니다. 여기서는 접속된다면 서버가 이전 설정이나 다른 NODE_EXTRA_CA_CERTS로 시작한 것이니 다시 시작하세요.',
          ),
        ]
      : []),
  ];
}
