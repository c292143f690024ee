import { appendFile, mkdir } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { seededDraws } from '../../../bench/lib/content/words.mjs';
import { installEmpty } from '../../../bench/lib/installation.mjs';
import { must, none } from '../../../bench/lib/rows.mjs';
import { freePort } from '../../../scripts/lib/built-server.mjs';
import { startRefused, startScript } from '../lib/site.mjs';

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
async function sendGarbage(port, { count, seed }) {
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

const UNSAFE = ['fsync', 'synchronous_commit', 'full_page_writes'];
const SECRET = { TOKEN_SECRET: 'a secret of the soak that is long enough' };
const GARBAGE = 5_000;

async function withDatabase(dataDir, durable, work) {
  await mkdir(dataDir, { recursive: true });
  const database = await startEmbedded({
    dataDir,
    durable,
    log: () => undefined,
    onUnexpectedExit: (reason) => console.error('PostgreSQL:', reason),
  });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

const isRefused = (word) => (start) =>
  start.code === 1 && start.line.includes(word) && !start.showsStack;

/** R2: a database that could lose data is refused; the embedded one does not take such settings. */
export async function measureSafety({ temp }) {
  const unsafe = join(temp.path, 'unsafe');
  const foreign = await withDatabase(unsafe, false, (url) =>
    startRefused({ dataDir: join(temp.path, 'server'), env: { DATABASE_URL: url, ...SECRET } }),
  );
  const own = await installEmpty(join(temp.path, 'own'), 2, { args: startScript });
  await own.server.stop();
  const lines = UNSAFE.map((name) => `${name} = off\n`).join('');
  await appendFile(join(own.dataDir, 'postgres', 'postgresql.conf'), lines);
  await own.restart();
  const seen = [];
  for (const name of UNSAFE) {
    const [row] = await own.query(`show ${name}`);
    seen.push(row[name]);
  }
  await own.server.stop();
  return [
    must(
      'start with DATABASE_URL whose fsync is off',
      'exit code 1, one line that names it',
      `${foreign.code}: ${foreign.line}`,
      isRefused('fsync=off')(foreign),
    ),
    must(
      `own database with ${UNSAFE.join(', ')} off in its file`,
      'on on on',
      seen.join(' '),
      seen.every((value) => value === 'on'),
    ),
  ];
}

async function listenSomewhere() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

/** R17: wrong settings end a start with one line that names them; no request ends a server. */
export async function measureMistakes({ temp, seed, isShort }) {
  const folder = (name) => join(temp.path, name);
  const taken = await listenSomewhere();
  const { port } = taken.address();
  const away = `postgres://naru:x@127.0.0.1:${await freePort()}/naru`;
  const mistakes = [
    ['PORT', { PORT: 'many' }],
    [String(port), { PORT: String(port) }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://here' }],
    ['TOKEN_SECRET', { DATABASE_URL: away }],
    ['SMTP_URL', { SMTP_URL: 'nowhere' }],
    ['S3_', { S3_ENDPOINT: 'https://s3.example' }],
    ['REDIS_URL', { REDIS_URL: 'http://redis' }],
  ].slice(0, isShort ? 1 : undefined);
  const bad = [];
  for (const [n, [word, env]] of mistakes.entries()) {
    const start = await startRefused({ dataDir: folder(`start-${n}`), env });
    if (!isRefused(word)(start))
      bad.push(`${Object.keys(env)}: ${start.code} ${start.output.slice(0, 300)}`);
  }
  taken.close();
  for (const line of bad) console.log(`    ${line}`);
  const site = await installEmpty(folder('site'), 2, { args: startScript });
  const { server } = site;
  const sent = await sendGarbage(server.port, { count: GARBAGE, seed });
  const alive = await fetch(`${server.url}/api/health`).catch(() => ({ status: 'no response' }));
  const { code, output } = await server.stop();
  const faults = output.split('\n').filter((line) => /uncaught|unhandled/.test(line)).length;
  return [
    none(
      'wrong settings without exit code 1, their name, or with a stack',
      bad.length,
      `of ${mistakes.length}`,
    ),
    none('broken requests that got a 5xx', sent.faults, `of ${sent.count}`),
    must(
      'the server afterwards',
      '200, exit code 0',
      `${alive.status}, exit code ${code}`,
      alive.status === 200 && code === 0,
    ),
    none('uncaught errors in its log', faults),
  ];
}
