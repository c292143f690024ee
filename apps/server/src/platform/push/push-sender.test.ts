import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import * as z from 'zod/mini';
import { services } from '../../config/env.values.ts';
import { createPushSender, createPushServices, KNOWN_SERVICES } from './push-sender.ts';

const DEADLINE = 300;
const PUSH = { content: '{}', urgency: 'normal', topic: 'topic', ttl: 60 } as const;

let server: Server;
let respond: (socket: Socket) => void;
const open = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => respond(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

function send() {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const vapid = webpush.generateVAPIDKeys();
  const sender = createPushSender({
    services: createPushServices(['http://127.0.0.1']),
    contact: 'mailto:staff@example.ac.kr',
    keys: async () => vapid,
    now: () => new Date(),
    deadline: DEADLINE,
  });
  const { port } = server.address() as AddressInfo;
  const keys = {
    p256dh: browser.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  return sender.send({ endpoint: `http://127.0.0.1:${port}/device`, keys }, PUSH);
}

it.each<[string, (socket: Socket) => void]>([
  ['never responds', () => undefined],
  ['closes the connection', (socket) => socket.destroy()],
  ['sends no HTTP', (socket) => socket.write('no response\r\n\r\n')],
  ['only announces', (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')],
  [
    'leaves HTTP for another protocol',
    (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
])('a service that %s gets the message later, and holds up none for long', async (_, act) => {
  respond = act;
  const result = await Promise.race([send(), wait(10 * DEADLINE, 'waits')]);
  expect(result).toMatchObject({ result: 'later', seconds: null });
});

const known = createPushServices(z.parse(services, KNOWN_SERVICES));

describe('addresses of push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-par02p.notify.windows.com/w/?token=a',
  ])('are those of the known ones: %s [PUSH-02]', (endpoint) => {
    expect(known.allows(endpoint)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user:word@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilpush.apple.com/a',
    'https://push.apple.com/a',
    'https://127.0.0.1/a',
    'http://127.0.0.1:8080/a',
    'https://[::1]/a',
    'https://localhost/a',
    'file:///etc/passwd',
    '',
  ])('are no others: %s [PUSH-02]', (endpoint) => {
    expect(known.allows(endpoint)).toBe(false);
  });

  it('may be switched off [PUSH-02]', () => {
    expect(createPushServices(z.parse(services, 'off')).isOff).toBe(true);
    for (const wrong of ['https://fcm.googleapis.com', '*', 'localhost', '10.0.0.1']) {
      expect(z.safeParse(services, wrong).success).toBe(false);
    }
  });
});
