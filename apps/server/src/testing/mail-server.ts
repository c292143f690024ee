import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface Refusal {
  code: number;
  /** Begins with the status, as `5.1.1 user unknown`, where the server gives one. */
  text: string;
  /** The e-mail is refused after its text instead of the address before it. */
  isAfterData?: boolean;
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A mail server on the loopback address that can refuse single addresses, and be away. */
export async function startMailServer() {
  const refusals = new Map<string, Refusal>();
  const received: { to: string; text: string }[] = [];
  let running: SMTPServer | null = null;
  let port = 0;

  const refusalOf = (address: string, isAfterData: boolean) => {
    const refusal = refusals.get(address) ?? refusals.get('*');
    if (refusal === undefined || (refusal.isAfterData ?? false) !== isAfterData) return null;
    // Postfix repeats the address.
    const text = `${refusal.text} <${address}>`;
    return Object.assign(new Error(text), { responseCode: refusal.code });
  };

  async function start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      hideENHANCEDSTATUSCODES: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(refusalOf(address, false)),
      onData(stream, session, done) {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        buffer(stream)
          .then((bytes) => PostalMime.parse(bytes))
          .then(({ text = '' }) => {
            const refusal = refusalOf(to, true);
            if (refusal === null) received.push({ to, text });
            done(refusal);
          }, done);
      },
    });
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    port = (server.server.address() as AddressInfo).port;
    running = server;
  }

  async function stop(): Promise<void> {
    const server = running;
    running = null;
    if (server !== null) await new Promise<void>((resolve) => server.close(resolve));
  }

  await start();
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'naru@naru.localhost' },
    /** By address, `*` for all others. */
    refusals,
    received,
    /** Addresses that got something, in its order. */
    recipients: () => received.map(({ to }) => to),
    start,
    stop,
  };
}

export interface ReceivedEmail {
  to: string;
  subject: string;
}

/** A mail server on the loopback address that takes everything. */
export async function startSmtpServer() {
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream
        .toArray()
        .then((chunks) => PostalMime.parse(Buffer.concat(chunks)))
        .then(({ subject = '' }) => {
          for (const { address } of session.envelope.rcptTo) {
            received.push({ to: address, subject });
          }
          done();
        }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** In their order. */
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
