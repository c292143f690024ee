import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import webpush from 'web-push';
import { createPushSender } from './push-sender.ts';
import { createPushServices } from './push-services.ts';

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
