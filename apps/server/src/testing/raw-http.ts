import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Generous for busy machines; a passing test never waits this long. */
const ANSWER_MS = 20_000;

export interface RawResponse {
  /** 0 when the connection ended without a response. */
  status: number;
  text: string;
  /** The server closed the connection. */
  isClosed: boolean;
}

/** The port of a listening app. */
export function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the app does not listen');
  return address.port;
}

/**
 * Sends raw bytes and collects the response until the server closes the connection, or until the
 * first response when no more is expected.
 */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  options: { untilClosed?: boolean } = {},
): Promise<RawResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => void socket.write(bytes));
    const end = (isClosed: boolean) => {
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, isClosed });
    };
    socket.setTimeout(ANSWER_MS, () => end(false));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (options.untilClosed !== true && Buffer.concat(chunks).includes('\r\n\r\n')) end(false);
    });
    socket.on('close', () => end(true));
    socket.on('error', () => end(true));
  });
}

/** A request whose path is sent verbatim. */
export function rawRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    ...(body !== '' && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
