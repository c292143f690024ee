import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Email } from './email.ts';
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

async function startSmtp(onMail: (mail: Received) => Error | null, port = 0) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
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
    await startSmtp(() => null, port);
    await transport.send(MAIL);
  });

  it('throws on a 5xx [REL-07]', async () => {
    const refusal = Object.assign(new Error('mailbox unavailable'), { responseCode: 550 });
    const url = await startSmtp(() => refusal);
    const transport = createSmtpTransport({ url, from: FROM });
    await expect(transport.send(MAIL)).rejects.toThrow(/mailbox unavailable/);
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
