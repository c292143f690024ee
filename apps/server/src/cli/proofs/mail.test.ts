import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { DeliveryError } from '../../platform/email/email.ts';
import { tryMailServer } from '../../platform/email/transport.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { checkSenderDomain, explainMail } from './mail.ts';
import { trySendingMail } from './try-settings.ts';

const servers: SMTPServer[] = [];
afterEach(() => servers.splice(0).map((server) => server.close()));

async function start(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      done(password === 'right' ? null : new Error('Invalid login'), { user: 'naru' }),
    onMailFrom: ({ address }, _session, done) =>
      done(
        address.startsWith('foreign')
          ? Object.assign(new Error('sender not owned'), { responseCode: 553 })
          : null,
      ),
    ...options,
  });
  servers.push(server);
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return (server.server.address() as AddressInfo).port;
}

const PLAIN: SMTPServerOptions = { disabledCommands: ['STARTTLS'] };
const DAY = 86_400_000;
const expired = () =>
  makeCertificate({ from: new Date(Date.now() - 90 * DAY), until: new Date(Date.now() - DAY) });

/** A mail server, the address in the settings without its port, and what is said. */
const BROKEN: [string, SMTPServerOptions, string, RegExp][] = [
  [
    'STARTTLS with a private certificate',
    makeCertificate(),
    'smtp://localhost',
    /모르는 기관.*NODE_EXTRA_CA_CERTS/,
  ],
  [
    'TLS with a private certificate',
    { secure: true, ...makeCertificate() },
    'smtps://localhost',
    /모르는 기관.*NODE_EXTRA_CA_CERTS/,
  ],
  [
    'an expired certificate',
    { secure: true, ...expired() },
    'smtps://localhost',
    /기한이 지났습니다/,
  ],
  [
    'TLS on a port of STARTTLS',
    PLAIN,
    'smtps://127.0.0.1',
    /처음부터 암호화\(TLS\)하지 않습니다.*smtp:\/\//,
  ],
  ['a wrong password', PLAIN, 'smtp://naru:wrong@127.0.0.1', /사용자나 비밀번호.*%2F/],
];

describe('what is wrong with a mail server', () => {
  it.each(BROKEN)('is explained: %s [OPS-298]', async (_, options, url, words) => {
    const SMTP_URL = `${url}:${await start(options)}`;
    const error = await tryMailServer(SMTP_URL).then(
      () => null,
      (reason: unknown) => reason,
    );
    const { level, text, todo } = explainMail(error, { SMTP_URL, MAIL_FROM: 'naru@example.ac.kr' });
    expect([level, `${text} ${todo}`]).toEqual(['bad', expect.stringMatching(words)]);
    expect(`${text} ${todo}`).not.toContain('wrong@');
  });

  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED', /접속을 받지 않습니다.*465/],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND', /DNS 주소를 찾지 못했습니다/],
    ['ETIMEDOUT', 'Greeting never received', /인사말이 없습니다.*smtps:\/\//],
    ['ETIMEDOUT', 'Connection timeout', /방화벽/],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      "Host: a. does not match cert's altnames",
      /인증서에 mail\.example\.ac\.kr/,
    ],
    [
      '530 5.7.0',
      'Mail command failed: 530 5.7.0 Must issue a STARTTLS command first',
      /암호화나 로그인/,
    ],
    ['550 5.7.1', 'Message failed: 550 5.7.1 Relay denied', /보내는 사람\(naru@example\.ac\.kr\)/],
    ['599', 'Message failed: 599 Nothing known', /담당자에게 보여 주세요/],
  ])('is explained by its reply: %s, %s [OPS-298]', (reply, message, words) => {
    const error = new DeliveryError(message, { fault: 'server', reply });
    const env = { SMTP_URL: 'smtp://mail.example.ac.kr', MAIL_FROM: 'naru@example.ac.kr' };
    const { text, todo } = explainMail(error, env);
    expect(`${text} ${todo}`).toMatch(words);
  });

  it('is a refused sender, or nothing, when an e-mail is really sent [OPS-298]', async () => {
    const SMTP_URL = `smtp://naru:right@127.0.0.1:${await start(PLAIN)}`;
    const send = (MAIL_FROM: string) =>
      trySendingMail(readEnv({ SMTP_URL, MAIL_FROM }), 'bora@example.ac.kr');
    expect(await send('naru@example.ac.kr')).toBeNull();
    const refused = await send('foreign@example.ac.kr');
    expect(refused?.text).toMatch(/보내는 사람\(foreign@example\.ac\.kr\).*sender not owned/);
  });
});

describe('the domain of the sender', () => {
  const check = async (records: Record<string, string[][]>, code = 'ENODATA') => {
    const [finding] = await checkSenderDomain('학과 <naru@example.ac.kr>', async (name) => {
      const found = records[name];
      if (found === undefined) throw Object.assign(new Error(code), { code });
      return found;
    });
    return finding;
  };
  const SPF = { 'example.ac.kr': [['google-site'], ['v=spf1 include:', 'mail -all']] };
  const DMARC = { '_dmarc.example.ac.kr': [['v=DMARC1; p=none']] };

  it('has SPF and DMARC, or a hint about what is missing [OPS-303]', async () => {
    expect(await check({ ...SPF, ...DMARC })).toMatchObject({ level: 'ok' });
    expect(await check(SPF)).toMatchObject({
      level: 'warn',
      text: expect.stringMatching(/ DMARC /),
    });
    expect(await check({})).toMatchObject({ text: expect.stringMatching(/SPF와 DMARC/) });
    expect(await check({}, 'ETIMEOUT')).toMatchObject({ level: 'skipped' });
  });
});
