import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from '../testing/started-program.ts';

const MAIL_FROM = '학과 커뮤니티 <no-reply@example.ac.kr>';
let server: SMTPServer | undefined;
afterEach(() => server?.close());

async function startSmtp(received: string[]): Promise<string> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('nobody') ? new Error('no such mailbox') : null),
    onData: (stream, _session, callback) =>
      void text(stream).then((mail) => {
        received.push(mail);
        callback(null);
      }),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

const mailTest = (args: string[], env: Record<string, string> = {}) =>
  runCli('mail-test-cli', args, env);

describe('npm run mail-test', () => {
  it('sends one e-mail from MAIL_FROM and says so [OPS-14]', async () => {
    const received: string[] = [];
    const SMTP_URL = await startSmtp(received);
    expect(await mailTest(['clerk@example.ac.kr'], { SMTP_URL, MAIL_FROM })).toEqual({
      out: `127.0.0.1 took the e-mail from ${MAIL_FROM} to clerk@example.ac.kr.`,
      error: '',
      code: 0,
    });
    const mail = await PostalMime.parse(received[0] ?? '');
    expect(mail.from).toMatchObject({ name: '학과 커뮤니티', address: 'no-reply@example.ac.kr' });
    expect(mail.to?.[0]?.address).toBe('clerk@example.ac.kr');
  });

  it('ends with one line when there is no address, no server or a refusal [OPS-14]', async () => {
    const SMTP_URL = await startSmtp([]);
    const env = { SMTP_URL, MAIL_FROM };
    const cases: [string[], Record<string, string>, RegExp][] = [
      [[], env, /^Usage: npm run mail-test -- <address>$/],
      [['clerk@example.ac.kr'], {}, /^SMTP_URL is not set/],
      [['clerk@example.ac.kr'], { SMTP_URL }, /^MAIL_FROM is required/],
      [['not an address'], env, /^not an address is not an e-mail address$/],
      [['nobody@example.ac.kr'], env, /^127\.0\.0\.1 did not take the e-mail: .*no such mailbox/],
    ];
    for (const [args, given, line] of cases) {
      const { out, error, code } = await mailTest(args, given);
      expect([out, code]).toEqual(['', 1]);
      expect(error).toMatch(line);
    }
  });
});
