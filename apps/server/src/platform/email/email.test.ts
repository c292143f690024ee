import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { DeliveryError, type Message } from './email.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { asDeliveryError, createSmtpTransport } from './transport.ts';

const FROM = '나루 <no-reply@naru.localhost>';
const MAIL: Message = {
  to: 'student@g.kmou.ac.kr',
  subject: '[나루] 비밀번호 재설정 인증 코드',
  text: '인증 코드: 243417\n똠방각하 펲시콜라',
};

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Received {
  raw: Buffer;
  recipients: string[];
}

async function startSmtp(
  onMail: (mail: Received) => Error | null,
  { port = 0, onRecipient = () => null }: { port?: number; onRecipient?: () => Error | null } = {},
) {
  const server = new SMTPServer({
    authOptional: true,
    hideENHANCEDSTATUSCODES: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(onRecipient()),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((one) => one.address);
        callback(onMail({ raw: Buffer.concat(chunks), recipients }));
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  stops.push(() => server.close());
  return `smtp://127.0.0.1:${portOf(server.server)}`;
}

/** A server with freely programmable (bad) behaviour. */
async function startTarpit(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `smtp://127.0.0.1:${portOf(server)}`, sockets };
}

function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port;
}

describe('SMTP', () => {
  it('delivers Korean text unchanged, to one recipient, with its key [MAIL-15]', async () => {
    const received: Received[] = [];
    const url = await startSmtp((mail) => {
      received.push(mail);
      return null;
    });
    await createSmtpTransport({ url, from: FROM }).send(MAIL, 'key');
    expect(received.map((mail) => mail.recipients)).toEqual([[MAIL.to]]);
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed.from).toEqual({ name: '나루', address: 'no-reply@naru.localhost' });
    expect(parsed.messageId).toBe('<key@naru.localhost>');
    expect(parsed.subject).toBe(MAIL.subject);
    expect(parsed.text?.trimEnd()).toBe(MAIL.text);
  });

  it('throws when the server is down, and works again afterwards [REL-07]', async () => {
    const closed = createServer();
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const port = portOf(closed);
    closed.close();
    const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from: FROM });
    await expect(transport.send(MAIL)).rejects.toThrow(/ECONNREFUSED/);
    await startSmtp(() => null, { port });
    await transport.send(MAIL);
  });

  /** The fault and the reply of a delivery that fails. */
  const faultOf = async (url: string) => {
    const error: unknown = await createSmtpTransport({ url, from: FROM })
      .send(MAIL)
      .catch((err: unknown) => err);
    if (!(error instanceof DeliveryError)) throw new Error('it was taken', { cause: error });
    return [error.fault, error.reply];
  };
  const refusing = (responseCode: number, text: string) =>
    Object.assign(new Error(text), { responseCode });

  it.each([
    // Postfix, Exchange Online, Gmail, Exim, Hotmail, sendmail.
    [550, '5.1.1 <a@b.kr>: Recipient address rejected: User unknown', 'refused', '550 5.1.1'],
    [550, '5.4.1 Recipient address rejected: Access denied.', 'refused', '550 5.4.1'],
    [550, '5.1.10 RESOLVER.ADR.RecipientNotFound', 'refused', '550 5.1.10'],
    [550, '5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup', 'refused', '550 5.7.133'],
    [
      550,
      '5.1.1 The email account that you tried to reach\ndoes not exist.',
      'refused',
      '550 5.1.1',
    ],
    [552, '5.2.2 The email account that you tried to reach is over quota', 'mailbox', '552 5.2.2'],
    [550, 'No such user here', 'refused', '550'],
    [550, '5.5.0 Requested action not taken: mailbox unavailable', 'refused', '550 5.5.0'],
    [550, '5.3.0 a@b.kr... User unknown', 'refused', '550 5.3.0'],
    [551, '5.1.6 user has moved', 'refused', '551 5.1.6'],
    [553, '5.1.3 mailbox name not allowed', 'refused', '553 5.1.3'],
    [556, '5.1.10 Domain does not accept mail (nullMX)', 'refused', '556 5.1.10'],
    [554, '5.2.1 mailbox disabled', 'refused', '554 5.2.1'],
    [450, '4.2.1 receiving mail at a rate that prevents this', 'mailbox', '450 4.2.1'],
    [450, '4.2.0 Greylisted, try again', 'mailbox', '450 4.2.0'],
    [452, '4.2.2 mailbox full', 'mailbox', '452 4.2.2'],
    [450, 'mailbox busy', 'mailbox', '450'],
    [550, '5.7.1 relaying denied', 'unclear', '550 5.7.1'],
    [550, '5.1.0 sender address rejected', 'unclear', '550 5.1.0'],
    [550, 'Sender address rejected: Domain not found', 'unclear', '550'],
    [553, '5.1.8 domain of the sender not found', 'unclear', '553 5.1.8'],
    [550, '5.7.26 Unauthenticated email is not accepted', 'unclear', '550 5.7.26'],
    [554, '5.7.1 relay access denied', 'unclear', '554 5.7.1'],
    [530, 'authentication required', 'unclear', '530'],
    [451, 'Temporary local problem', 'unclear', '451'],
    [452, '4.3.1 Insufficient system storage', 'server', '452 4.3.1'],
    [421, '4.7.0 Try again later, closing connection', 'server', '421 4.7.0'],
  ])(
    'finds whose fault the reply %d %s to the address is [MAIL-01]',
    async (code, text, fault, reply) => {
      const url = await startSmtp(() => null, { onRecipient: () => refusing(code, text) });
      expect(await faultOf(url)).toEqual([fault, reply]);
    },
  );

  it.each([
    [554, '5.2.1 mailbox disabled', 'refused', '554 5.2.1'],
    [550, "5.0.0 This user doesn't have a yahoo.com account", 'refused', '550 5.0.0'],
    [554, 'delivery error: not a valid recipient', 'refused', '554'],
    [550, 'mailbox unavailable', 'refused', '550'],
    [550, 'message content rejected', 'unclear', '550'],
    [550, '5.4.5 Daily user sending quota exceeded', 'server', '550 5.4.5'],
    [550, '5.7.1 this message looks like spam', 'unclear', '550 5.7.1'],
    [452, '4.2.2 mailbox full', 'mailbox', '452 4.2.2'],
    [451, '4.3.0 queue file write error', 'server', '451 4.3.0'],
  ])(
    'finds whose fault the reply %d %s to the text is [MAIL-01]',
    async (code, text, fault, reply) => {
      const url = await startSmtp(() => refusing(code, text));
      expect(await faultOf(url)).toEqual([fault, reply]);
    },
  );

  it('is at fault itself when it is away or refuses the sender [MAIL-01]', async () => {
    const closed = createServer();
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const port = portOf(closed);
    closed.close();
    expect(await faultOf(`smtp://127.0.0.1:${port}`)).toEqual(['server', 'ECONNREFUSED']);
    const { url } = await startTarpit((socket) => {
      socket.write('220 naru\r\n');
      socket.on('data', (data) => {
        const isSender = String(data).startsWith('MAIL');
        socket.write(isSender ? '550 5.1.8 sender refused\r\n' : '250 naru\r\n');
      });
    });
    expect(await faultOf(url)).toEqual(['server', '550 5.1.8']);
  });

  it('disconnects from a server that sends endlessly slowly [REL-07]', async () => {
    const { url, sockets } = await startTarpit((socket) => {
      const drip = setInterval(() => socket.write('2'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const transport = createSmtpTransport({ url, from: FROM, deadline: 300 });
    await expect(transport.send(MAIL)).rejects.toThrow();
    await Promise.all([...sockets].map((socket) => once(socket, 'close')));
    expect(sockets.size).toBe(0);
  });
});

const clock = createTestClock();
let folder: string;
let outbox: Outbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-outbox-'));
  outbox = createOutbox({ folder, from: '나루 <no-reply@naru.localhost>', clock });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KOREAN = {
  to: 'student@g.kmou.ac.kr',
  subject: '[나루] 회원가입 인증 코드를 보내 드립니다 🚢',
  text: '안녕하세요.\n\n인증 코드: 243417\n똠방각하 펲시콜라 & <b>태그</b> "따옴표"\n.\n끝',
};

describe('the outbox', () => {
  it('is empty before the first e-mail, also without a folder', async () => {
    await rm(folder, { recursive: true });
    expect(await outbox.list()).toEqual([]);
  });

  it('returns a Korean e-mail unchanged', async () => {
    await outbox.send(KOREAN);
    expect(await outbox.list()).toEqual([{ ...KOREAN, date: '2026-11-20T14:00:30+09:00' }]);
  });

  it('writes one .eml per e-mail in wire format and nothing else [OPS-04]', async () => {
    await outbox.send(KOREAN);
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^\d{8}T\d{9}Z-\d{8}-[0-9a-f]{8}\.eml$/);
    const raw = await readFile(join(folder, names[0] ?? ''), 'latin1');
    expect(raw).toMatch(/^From: =\?UTF-8\?.+ <no-reply@naru\.localhost>\r\n/);
    expect(raw).toContain('To: student@g.kmou.ac.kr\r\n');
    expect(/[^\r]\n/.test(raw)).toBe(false);
  });

  it('lists at most 200, newest first, in writing order within one instant', async () => {
    for (let index = 0; index < 205; index += 1) {
      if (index === 100) clock.advance(60);
      await outbox.send({ ...KOREAN, subject: `이메일 ${index}` });
    }
    const listed = await outbox.list();
    expect(listed.map((mail) => mail.subject)).toEqual(
      Array.from({ length: 200 }, (_, index) => `이메일 ${204 - index}`),
    );
  });
});

/** A reply to the address, or to the text. */
const judge = (response: string, command = 'RCPT TO') =>
  asDeliveryError(
    Object.assign(new Error(response), {
      ...{ response, command, responseCode: Number(response.slice(0, 3)) },
    }),
  );

it.each([
  ['Postfix', '550 5.1.1 <a@b.kr>: Recipient address rejected: User unknown in virtual table'],
  ['Postfix without status', '550 <a@b.kr>: Recipient address rejected: User unknown in table'],
  ['Postfix of another host', '551 <a@b.kr>: try another server'],
  ['Exim', '550 Unrouteable address'],
  ['Exim with an alias', '550 unknown user'],
  ['qmail', '553 sorry, no mailbox is here under that name (#5.1.1)'],
  ['Exchange', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup'],
  ['Exchange with its directory', '550 5.4.1 Recipient address rejected: Access denied. [AS1]'],
  [
    'Gmail',
    '550-5.1.1 The account that you wrote to does not exist. Please look for typing errors',
  ],
  ['Gmail, inactive', '550 5.2.1 The account that you wrote to is inactive.'],
  ['Naver', '550 5.1.1 No such user <a@naver.com> - nsmtp'],
  ['Daum', '550 5.1.1 <a@hanmail.net>: user unknown'],
  ['Daum without status', '550 no such user here'],
  ['a server that takes no Hangul', '553 5.6.7 SMTPUTF8 is not supported'],
  ['a domain without e-mail', '556 Domain takes no mail'],
])('a reply of %s gives an address up: %s [MAIL-01, MAIL-13]', (_, response) => {
  expect(judge(response).fault).toBe('refused');
});

it.each([
  ['550 Access denied'],
  ['550 Rejected'],
  ['550 Invalid HELO name'],
  ['550 no PTR record for your address'],
  ['550 Administrative prohibition'],
  ['550 Verification failed for <no-reply@naru.localhost>'],
  ['550 Sender verify failed'],
  ['550 Requested action not taken: mailbox unavailable. Invalid DNS MX record'],
  ['550 mailbox unavailable: 192.0.2.1 is on a blacklist'],
  ['550 5.5.0 mailbox unavailable, client host has no reverse name'],
  ['550 SC-001 mail refused for reasons of reputation'],
  ['550 5.7.1 Service unavailable, client host blocked using a list'],
  ['550-5.7.26 This mail has been blocked because the sender is unauthenticated.'],
  ['550 5.7.1 relaying denied'],
  ['553 5.1.8 domain of sender address does not exist'],
  ['553 sorry, that domain is not in my list of rcpthosts (#5.7.1)'],
  ['554 5.7.1 [Daum] blocked by policy, IP in RBL'],
  ['554 IP=192.0.2.1 - ask the postmaster'],
  ['552 message larger than allowed'],
  ['451 4.7.1 Greylisting in action, come back later'],
])('the reply %s gives up no address [MAIL-13]', (response) => {
  expect(judge(response).fault).toBe('unclear');
});

it('an unknown reply to the text gives up no address [MAIL-13]', () => {
  expect(judge('556 no', 'DATA').fault).toBe('unclear');
  expect(judge('550 no such user', 'DATA').fault).toBe('refused');
});

it('of a long reply only the beginning is judged and logged, without addresses [MAIL-17]', () => {
  const error = judge(
    `550 5.1.1 <hong@example.ac.kr>, see bora@example.com ${'user '.repeat(200_000)}`,
  );
  expect(error.fault).toBe('refused');
  expect(error.message.length).toBeLessThan(600);
  expect(error.message).not.toMatch(/hong@|bora@/);
  expect(error.cause).toBeUndefined();
});
