import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { type Email, RecipientRefusedError } from './email.ts';
import { createSmtpTransport } from './smtp.ts';

const FROM = '나루 <no-reply@naru.localhost>';
const MAIL: Email = {
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
  it('delivers Korean text unchanged, to one recipient', async () => {
    const received: Received[] = [];
    const url = await startSmtp((mail) => {
      received.push(mail);
      return null;
    });
    await createSmtpTransport({ url, from: FROM }).send(MAIL);
    expect(received.map((mail) => mail.recipients)).toEqual([[MAIL.to]]);
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed.from).toEqual({ name: '나루', address: 'no-reply@naru.localhost' });
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

  it('tells that there is no such mailbox from other refusals [PRIV-12]', async () => {
    let refusal: Error | null = null;
    const url = await startSmtp(() => null, { onRecipient: () => refusal });
    const isGone = async (responseCode: number, text: string) => {
      refusal = Object.assign(new Error(text), { responseCode });
      const error: unknown = await createSmtpTransport({ url, from: FROM })
        .send(MAIL)
        .catch((err: unknown) => err);
      expect(String(error)).toContain(text);
      return error instanceof RecipientRefusedError;
    };
    for (const [code, text] of [
      [550, 'no such user here'],
      [550, '5.1.1 user unknown'],
      [550, '5.1.10 null MX'],
      [550, '5.2.1 mailbox disabled'],
      [551, '5.1.6 user has moved'],
      [552, '5.2.2 mailbox full'],
      [553, '5.1.3 mailbox name not allowed'],
    ] as const) {
      expect(await isGone(code, text), text).toBe(true);
    }
    for (const [code, text] of [
      [450, '4.2.1 greylisted'],
      [452, '4.2.2 mailbox full'],
      [550, '5.7.1 relaying denied'],
      [550, '5.1.0 sender address rejected'],
      [553, '5.1.8 domain of the sender not found'],
      [554, '5.7.1 relay access denied'],
      [530, 'authentication required'],
    ] as const) {
      expect(await isGone(code, text), text).toBe(false);
    }
  });

  it('throws on a 5xx [REL-07]', async () => {
    const refusal = Object.assign(new Error('mailbox unavailable'), { responseCode: 550 });
    const url = await startSmtp(() => refusal);
    const transport = createSmtpTransport({ url, from: FROM });
    const error: unknown = await transport.send(MAIL).catch((err: unknown) => err);
    expect(String(error)).toContain('mailbox unavailable');
    // It is of the e-mail, not of the mailbox.
    expect(error).not.toBeInstanceOf(RecipientRefusedError);
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
