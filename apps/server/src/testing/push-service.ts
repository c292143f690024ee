import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage, PushSubscriptionKeys } from '@naru/contract/push';

interface ReceivedPush extends PushMessage {
  headers: IncomingMessage['headers'];
  /** Claims of the server's signed token (RFC 8292). */
  claims: { aud: string; exp: number; sub: string };
  /** Public key with which the token was signed. */
  serverKey: string;
}

/** A browser that has subscribed. */
export interface TestBrowser {
  subscription: PushSubscriptionKeys;
  /** Oldest first. */
  received: ReceivedPush[];
  /** Statuses of the next responses; 201 when empty. */
  responses: { status: number; headers?: Record<string, string> }[];
}

export type TestPushService = Awaited<ReturnType<typeof startPushService>>;

/** A push service on this machine that reads what it gets, as the browser would. */
export async function startPushService() {
  const browsers = new Map<string, { browser: TestBrowser; keys: ECDH; auth: Buffer }>();
  const server = createServer((request, response) => {
    void receive(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  // A connection that idles between tests would be closed in the instant in which the server uses it again.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const found = browsers.get(request.url ?? '');
    if (found === undefined) return void response.writeHead(404).end();
    const { status, headers } = found.browser.responses.shift() ?? { status: 201 };
    if (status < 300) {
      const message = JSON.parse(decrypt(body, found.keys, found.auth)) as PushMessage;
      const token = readToken(request.headers.authorization ?? '', origin);
      found.browser.received.push({ ...message, ...token, headers: request.headers });
    }
    response.writeHead(status, headers).end();
  }

  return {
    origin,
    /** A new browser. */
    subscribe(): TestBrowser {
      const keys = createECDH('prime256v1');
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(24).toString('base64url')}`;
      const subscription = {
        endpoint: `${origin}${path}`,
        keys: { p256dh: keys.generateKeys('base64url'), auth: auth.toString('base64url') },
      };
      const browser: TestBrowser = { subscription, received: [], responses: [] };
      browsers.set(path, { browser, keys, auth });
      return browser;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** RFC 8188 and 8291, for a message of one record. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const secret = keys.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const shared = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end === -1) throw new Error('the last record has no delimiter');
  return plain.subarray(0, end).toString();
}

/** Reads `vapid t=…, k=…`; throws unless the token is signed with the key for this service. */
function readToken(header: string, origin: string): Pick<ReceivedPush, 'claims' | 'serverKey'> {
  const [, token = '', serverKey = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(header) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(serverKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (!isSigned || claims.aud !== origin) throw new Error('the token is not for this service');
  return { claims, serverKey };
}
