import { connect } from 'node:net';
import { seededDraws } from '../../../bench/lib/content/words.mjs';

const AT_ONCE = 20;
const ANSWER_MS = 5_000;
const REQUESTS = [
  'GET /api/post?boardType=FREE HTTP/1.1\r\nhost: x\r\n\r\n',
  'POST /api/member/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 40\r\n\r\n{"username":"20250001","password":"abcd"}',
  'PUT /api/upload/x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'GET /%ff%00../../etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
];

/** A request with bytes changed, doubled, left out, or cut off. */
function spoil(draw) {
  let text = REQUESTS[Math.floor(draw() * REQUESTS.length)];
  for (let changes = Math.ceil(draw() * 4); changes > 0; changes -= 1) {
    const at = Math.floor(draw() * text.length);
    const kind = Math.floor(draw() * 4);
    const byte = String.fromCharCode(Math.floor(draw() * 256));
    if (kind === 0) text = text.slice(0, at) + byte + text.slice(at + 1);
    if (kind === 1)
      text = text.slice(0, at) + byte.repeat(1 + Math.floor(draw() * 50)) + text.slice(at);
    if (kind === 2) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(draw() * 10));
    if (kind === 3 && draw() < 0.3) text = text.slice(0, at);
  }
  return Buffer.from(text, 'latin1');
}

/** The statuses of what comes until the server ends the connection, or nothing more comes. */
function exchange(port, bytes) {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setEncoding('latin1');
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve([...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))),
    );
  });
}

/** Sends broken requests over connections of their own; resolves with how many got a 5xx. */
export async function sendGarbage(port, { count, seed }) {
  const draw = seededDraws(seed);
  let sent = 0;
  let faults = 0;
  const line = async () => {
    while (sent < count) {
      sent += 1;
      const bytes = spoil(draw);
      const statuses = await exchange(port, bytes);
      // 501 and 505 say that HTTP has more than the server knows.
      const bad = statuses.filter((status) => status >= 500 && status !== 501 && status !== 505);
      if (bad.length > 0) console.log(`    ${bad}: ${JSON.stringify(bytes.toString('latin1'))}`);
      faults += bad.length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return { count: sent, faults };
}
