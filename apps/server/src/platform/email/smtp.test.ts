import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { DeliveryError, type Message } from './email.ts';
import { createSmtpTransport } from './smtp.ts';

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
