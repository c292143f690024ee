import { resolveTxt as resolve } from 'node:dns/promises';
import type { Env } from '../../config/env.ts';
import { errnoOf, messageOf } from '../../platform/database/errors.ts';
import { DeliveryError } from '../../platform/email/email.ts';
import { certificateFault, TRUST_AUTHORITY } from './certificates.ts';
import { bad, type Finding, ok, skipped, warn } from './finding.ts';

type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>;

interface Reason {
  code: string;
  message: string;
  url: URL;
  from: string;
}

/** Each: when it applies, what is wrong, what to do. The first that applies counts. */
const REASONS: [(reason: Reason) => boolean, (reason: Reason) => [string, string]][] = [
  [
    ({ code, message }) => certificateFault(code, message) === 'issuer',
    () => [
      '이메일 서버의 인증서를 모르는 기관이 서명했습니다(자체 서명이거나 학교 안의 기관).',
      TRUST_AUTHORITY,
    ],
  ],
  [
    ({ code, message }) => certificateFault(code, message) === 'expired',
    () => [
      '이메일 서버의 인증서 기한이 지났습니다.',
      '이메일 서버 담당자에게 갱신해 달라고 하세요.',
    ],
  ],
  [
    ({ code, message }) => certificateFault(code, message) === 'early',
    () => ['이메일 서버의 인증서가 아직 유효하지 않습니다.', '이 서버의 시각이 맞는지 보세요.'],
  ],
  [
    ({ code, message }) => certificateFault(code, message) === 'name',
    ({ url }) => [
      `이메일 서버의 인증서에 ${url.hostname}이(가) 없습니다.`,
      'SMTP_URL에 인증서에 적힌 이름을 쓰세요. 이름은 이메일 서버 담당자가 압니다.',
    ],
  ],
  [
    ({ message, url }) =>
      url.protocol === 'smtps:' && /wrong.version.number|packet length|EPROTO/i.test(message),
    () => [
      '이 포트는 처음부터 암호화(TLS)하지 않습니다.',
      '587번이나 25번 포트라면 SMTP_URL을 smtp://로 시작하세요(STARTTLS). smtps://는 보통 465번입니다.',
    ],
  ],
  [
    ({ code, message, url }) =>
      url.protocol === 'smtp:' &&
      /greeting never received|ECONNRESET|socket close/i.test(`${code} ${message}`),
    () => [
      '접속은 되지만 인사말이 없습니다. 처음부터 암호화(TLS)하는 포트로 보입니다.',
      '465번 포트라면 SMTP_URL을 smtps://로 시작하세요.',
    ],
  ],
  [
    ({ message }) => /must issue a starttls|starttls (?:is )?required|530 /i.test(message),
    () => [
      '암호화나 로그인이 없으면 받지 않는 이메일 서버입니다.',
      'SMTP_URL에 사용자와 비밀번호를 넣고, 465번 포트의 smtps://를 써 보세요.',
    ],
  ],
  [
    ({ code, message }) => /EAUTH|\b53[45]\b/.test(`${code} ${message}`),
    () => [
      '이메일 서버가 사용자나 비밀번호를 받아들이지 않습니다.',
      '비밀번호의 /, @, #, %를 %2F, %40, %23, %25로 적었는지, 앱 비밀번호가 필요한 계정인지 보세요.',
    ],
  ],
  [
    ({ code }) => /ENOTFOUND|EAI_AGAIN|EDNS/.test(code),
    ({ url }) => [
      `이메일 서버 ${url.hostname}의 DNS 주소를 찾지 못했습니다.`,
      'SMTP_URL의 호스트 이름을 확인하세요.',
    ],
  ],
  [
    ({ code }) => code === 'ECONNREFUSED',
    ({ url }) => [
      `${url.host}에서 접속을 받지 않습니다.`,
      '포트를 확인하세요. smtps://는 465, smtp://는 587이나 25입니다.',
    ],
  ],
  [
    ({ code, message }) =>
      /TIMEDOUT|UNREACH|ECONNECTION|timeout|aborted/i.test(`${code} ${message}`),
    ({ url }) => [
      `${url.host}에서 대답이 없습니다.`,
      '이 서버에서 그 포트로 나가는 연결을 방화벽이 막는지 보세요. 25번을 막는 곳이 많으니 587이나 465를 씁니다.',
    ],
  ],
  [
    ({ message }) =>
      /sender|mail from|relay|not (?:allowed|permitted|owned)|spf|dmarc|\b55[0-4]\b/i.test(message),
    ({ from }) => [
      `이메일 서버가 보내는 사람(${from})이나 받는 주소를 거절했습니다.`,
      'MAIL_FROM을 이 계정으로 보낼 수 있는 주소로 바꾸거나, 이메일 서버 담당자에게 이 주소를 허락해 달라고 하세요.',
    ],
  ],
];

/** Why an e-mail was not accepted, or the server did not let us in, and what to do; without secrets. */
export function explainMail(error: unknown, { SMTP_URL = '', MAIL_FROM }: MailEnv): Finding {
  const code = error instanceof DeliveryError ? error.reply : errnoOf(error);
  const reason = { code, message: messageOf(error), url: new URL(SMTP_URL), from: MAIL_FROM };
  const found = REASONS.find(([applies]) => applies(reason));
  // Numbers are the mail server's own words.
  const reply = /^\d{3}/.test(code)
    ? `이메일 서버의 대답: ${reason.message.trim().slice(0, 200)}`
    : `(${code === '' ? reason.message.slice(0, 200) : code})`;
  if (found === undefined) {
    return bad(
      `이메일을 보낼 수 없습니다. ${reply}`,
      '이 대답을 이메일 서버 담당자에게 보여 주세요.',
    );
  }
  const [text, todo] = found[1](reason);
  return bad(`${text} ${reply}`, todo);
}

type ResolveTxt = (name: string) => Promise<string[][]>;

/** Hints from the DNS about whether other servers will trust e-mails of the sender. */
export async function checkSenderDomain(
  from: string,
  resolveTxt: ResolveTxt = resolve,
): Promise<Finding[]> {
  const domain = from
    .slice(from.lastIndexOf('@') + 1)
    .replace(/>.*/, '')
    .trim();
  const [own, policy] = await Promise.all([
    textsOf(resolveTxt, domain),
    textsOf(resolveTxt, `_dmarc.${domain}`),
  ]);
  if (own === null || policy === null)
    return [skipped(`${domain}의 SPF와 DMARC를 찾아보지 못했습니다.`)];
  const missing = [
    ...(own.some((text) => /^v=spf1\b/i.test(text)) ? [] : ['SPF']),
    ...(policy.some((text) => /^v=DMARC1\b/i.test(text)) ? [] : ['DMARC']),
  ];
  if (missing.length === 0) return [ok(`${domain}에 SPF와 DMARC가 있습니다.`)];
  return [
    warn(
      `${domain}에 ${missing.join('와 ')} 레코드가 없습니다. 이메일이 스팸함으로 갈 수 있습니다.`,
      'DNS 담당자에게 이 이메일 서버를 허락하는 레코드를 넣어 달라고 하세요.',
    ),
  ];
}

/** Null when nobody responded. */
async function textsOf(resolveTxt: ResolveTxt, name: string): Promise<string[] | null> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND'].includes(errnoOf(error)) ? [] : null;
  }
}
