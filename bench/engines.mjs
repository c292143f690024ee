import { setTimeout as delay } from 'node:timers/promises';
import { startPair } from '../e2e/support/pair.ts';
import { startMailServer } from './lib/mail-server.mjs';
import { percentile } from './lib/numbers.mjs';
import { runBench } from './lib/run-bench.mjs';
import { isSuccess, keepSending, slowest, timed, untilTrue } from './lib/steady-load.mjs';
import { printTable } from './lib/table.mjs';

/** Each engine is taken away from two servers under load and given back; prints what members notice. */
const AWAY_MS = 5_000;
/** Between two reads of a member, whose limit is 600 a minute. */
const READ_PAUSE_MS = 500;
/** A member may write 60 times a minute. */
const EVENTS = 30;
const EVENT_PAUSE_MS = 1_000;
const REPLACEMENTS = 10;
const MEMBERS = [
  '20250001',
  '20250002',
  '20259999',
  'prof01',
  'council01',
  'manager01',
  'admin01',
  '20220508',
];

const rows = [];
const ms = (number) => `${Math.round(number)} ms`;
const note = (what, aim, value) => {
  rows.push([what, aim, value]);
  console.log(`${what}: ${value}`);
};

async function logIn(url, username) {
  const response = await fetch(`${url}/api/member/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'naru-demo-1' }),
  });
  const { accessToken } = await response.json();
  return { authorization: `Bearer ${accessToken}` };
}

/** Each of the members reads one thing again and again. */
function readsOf(url, members) {
  const paths = [
    '/api/post?boardType=FREE',
    '/api/member/me',
    '/api/member/my-notices',
    '/api/banners',
  ];
  return members.map((headers, n) => {
    const path = paths[n % paths.length];
    return { name: path, url: `${url}${path}`, headers };
  });
}

/** Takes something away for some seconds under load; returns what was sent meanwhile and until it was back. */
async function without({ pair, members, take, give, meanwhile = () => undefined }) {
  const load = keepSending(readsOf(pair.balancer.url, members), READ_PAUSE_MS);
  await delay(500);
  await take();
  const takenAt = performance.now();
  const extra = await meanwhile();
  await delay(Math.max(0, AWAY_MS - (performance.now() - takenAt)));
  await give();
  const givenAt = performance.now();
  const [{ name, url, headers }] = readsOf(pair.balancer.url, members);
  const back = await untilTrue(async () =>
    isSuccess(await timed(name, () => fetch(url, { headers }))),
  );
  await delay(3_000);
  const all = await load.end();
  return {
    extra,
    back,
    all,
    away: all.filter(({ at }) => at >= takenAt && at < givenAt),
    late: all.filter(({ at }) => at >= givenAt + 3_000),
  };
}

const failures = (results) => results.filter((result) => !isSuccess(result));
const summary = (results) =>
  `${failures(results).length} of ${results.length} failed, slowest ${ms(slowest(results))}`;

/** Requests go to the servers themselves: a balancer would send none to a server without a database. */
async function measureDatabase(pair, members) {
  const { database } = pair.engines;
  const ways = { 'refuses connections': database.refuse, hangs: async () => database.hang() };
  for (const [way, take] of Object.entries(ways)) {
    const direct = { ...pair, balancer: { url: pair.servers[0].url } };
    const alive = async () => timed('app', () => fetch(`${direct.balancer.url}/login`));
    const { away, back, late, extra } = await without({
      pair: direct,
      members,
      take,
      give: database.restore,
      meanwhile: alive,
    });
    const others = away.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
    const refused = away.filter(({ status }) => status === 503);
    const what = `database ${way}`;
    note(`${what}: slowest 503`, 'at most 2000 ms', `${ms(slowest(refused))} (${refused.length})`);
    note(`${what}: neither success nor 503`, '0', failures(others).length);
    note(`${what}: the app itself`, '200', extra.status);
    note(`${what}: first success after its return`, 'at most 3000 ms', ms(back));
    note(`${what}: failed later than 3 s after`, '0', failures(late).length);
  }
}

async function measureRedis(pair, members) {
  const { redis } = pair.engines;
  const ways = {
    'is away': { take: redis.kill, give: redis.restart },
    hangs: { take: async () => redis.pause(), give: async () => redis.resume() },
    'is emptied': { take: () => redis.admin().flushAll(), give: async () => undefined },
  };
  for (const [way, { take, give }] of Object.entries(ways)) {
    const { all } = await without({ pair, members, take, give });
    note(`Redis ${way}: failed requests`, '0', summary(all));
  }
}

async function measureStore(pair, members) {
  const [headers] = members;
  const { store } = pair.engines;
  const path = '/api/attachments/presign?filename=a.pdf&contentType=application/pdf&size=1000';
  for (const trouble of ['down', 'silent', 'forbidden']) {
    const presign = () => timed('presign', () => fetch(`${pair.balancer.url}${path}`, { headers }));
    const { all, extra } = await without({
      pair,
      members,
      take: async () => store.fail(trouble),
      give: async () => store.fail(null),
      // What was known a moment ago counts for five seconds.
      meanwhile: () => delay(AWAY_MS).then(presign),
    });
    note(`store ${trouble}: failed reads`, '0', summary(all));
    note(`store ${trouble}: upload`, '503 in 3000 ms', `${extra.status} in ${ms(extra.ms)}`);
    const back = await untilTrue(async () => isSuccess(await presign()));
    note(`store ${trouble}: uploads after its return`, '', ms(back));
  }
}

async function measureMail(pair, mail) {
  const send = (name) =>
    timed('sign-up', () =>
      fetch(`${pair.balancer.url}/api/auth/email-check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${name}@g.kmou.ac.kr` }),
      }),
    );
  for (const way of ['away', 'tarpit']) {
    await mail.fail(way);
    const answers = await Promise.all([1, 2, 3].map((n) => send(`${way}${n}`)));
    note(
      `mail server, ${way}: slowest sign-up call`,
      'at most 300 ms',
      `${ms(slowest(answers))} (${answers.map(({ status }) => status)})`,
    );
    await delay(AWAY_MS);
    const before = mail.received.length;
    await mail.fail(null);
    const took = await untilTrue(async () => mail.received.length >= before + 3);
    note(`mail server, ${way}: all sent after its return`, 'at most 30000 ms', ms(took));
  }
}

async function measureReplacement(pair, members) {
  const load = keepSending(readsOf(pair.balancer.url, members), READ_PAUSE_MS);
  let longest = 0;
  const codes = new Set();
  for (let round = 0; round < REPLACEMENTS; round += 1) {
    for (const index of [0, 1]) {
      const { code, stopMs } = await pair.replace(index);
      codes.add(code);
      longest = Math.max(longest, stopMs);
      const { url } = pair.servers[index];
      await untilTrue(async () => pair.balancer.ready().includes(url));
    }
  }
  note(`${2 * REPLACEMENTS} replacements: failed requests`, '0', summary(await load.end()));
  note('replacement: longest stop', 'at most 15000 ms', `${ms(longest)}, exit ${[...codes]}`);
}

/** Messages of a chat: the writer on one server, the reader's stream on the other. */
async function measureEvents(pair) {
  const [one, other] = pair.servers.map(({ url }) => url);
  const reader = await logIn(one, '20250001');
  const writer = { ...(await logIn(other, '20220508')), 'content-type': 'application/json' };
  const rooms = await (await fetch(`${other}/api/mail/my-room`, { headers: writer })).json();
  const { roomId } = rooms.roomDtos.find(({ partner }) => partner?.nickName === '해솔');
  const end = new AbortController();
  const stream = await fetch(`${one}/api/events`, { headers: reader, signal: end.signal });
  let text = '';
  const listening = (async () => {
    for await (const chunk of stream.body) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await untilTrue(async () => text !== '');
  const times = [];
  for (let n = 0; n < EVENTS; n += 1) {
    const body = JSON.stringify({ content: `소식 ${n}`, clientId: crypto.randomUUID() });
    const before = text.length;
    const startedAt = performance.now();
    const path = `${other}/api/mail/send-mail/${roomId}`;
    const sent = await timed('message', () =>
      fetch(path, { method: 'POST', headers: writer, body }),
    );
    if (!isSuccess(sent)) throw new Error(`A message was refused: ${sent.status}`);
    await untilTrue(async () => text.length > before);
    times.push(performance.now() - startedAt);
    await delay(EVENT_PAUSE_MS);
  }
  end.abort();
  await listening;
  const p50 = ms(percentile(times, 0.5));
  const p99 = ms(percentile(times, 0.99));
  note('message to a stream of the other server: p99', 'at most 300 ms', `${p99} (p50 ${p50})`);
}

await runBench(async () => {
  const mail = await startMailServer();
  const began = performance.now();
  const pair = await startPair({ SMTP_URL: mail.url, MAIL_FROM: 'no-reply@naru.example' });
  try {
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    note('two servers start at once on an empty database', '', seconds);
    const members = await Promise.all(MEMBERS.map((name) => logIn(pair.balancer.url, name)));
    await measureDatabase(pair, members);
    await measureRedis(pair, members);
    await measureStore(pair, members);
    await measureMail(pair, mail);
    await measureReplacement(pair, members);
    await measureEvents(pair);
  } finally {
    await pair.stop();
    await mail.close();
  }
  printTable(['Measured', 'Target', 'Value'], rows);
});
