import { setTimeout as delay } from 'node:timers/promises';
import { LINES, servingPool } from '../../../apps/server/src/db/pools.ts';
import { atMost, must, none, noted } from '../rows.mjs';
import { isSuccess, sendSteadily, slowest, timed, untilTrue } from '../steady-load.mjs';

/*
 * Takes the engines of a pair of servers away under the load of eight members who read, and gives them back.
 * Each function returns rows of measurements.
 */
const AWAY_MS = 5_000;
/** Pause between two reads of a member, whose limit is 600 a minute. */
const READ_PAUSE_MS = 500;
const BACK_MS = 3_000;
/** What the pools and lines of two servers hold at most; a higher count means lost connections. */
const CONNECTIONS = 2 * (servingPool(1) + LINES);
const UNIT = { unit: 'ms' };
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

/** Headers of a demo member. */
export async function logIn(url, username) {
  const response = await fetch(`${url}/api/member/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'naru-demo-1' }),
  });
  const { accessToken } = await response.json();
  return { authorization: `Bearer ${accessToken}` };
}

/** Headers of the members who read; their tokens are valid for a quarter of an hour. */
export const logInReaders = ({ balancer }) =>
  Promise.all(MEMBERS.map((name) => logIn(balancer.url, name)));

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

/** Takes something away for some time under load; returns what was sent meanwhile and until it was back. */
async function without({ url, members, take, give, awayMs, meanwhile = () => undefined }) {
  const load = sendSteadily(readsOf(url, members), READ_PAUSE_MS);
  await delay(500);
  await take();
  const takenAt = performance.now();
  const extra = await meanwhile();
  await delay(Math.max(0, awayMs - (performance.now() - takenAt)));
  await give();
  const givenAt = performance.now();
  const [{ name, url: first, headers }] = readsOf(url, members);
  const back = await untilTrue(async () =>
    isSuccess(await timed(name, () => fetch(first, { headers }))),
  );
  await delay(BACK_MS);
  const all = await load.end();
  return {
    extra,
    back,
    all,
    away: all.filter(({ at }) => at >= takenAt && at < givenAt),
    late: all.filter(({ at }) => at >= givenAt + BACK_MS),
  };
}

const failures = (results) => results.filter((result) => !isSuccess(result));
const summary = (results) =>
  `of ${results.length} requests, slowest ${Math.round(slowest(results))} ms`;

/** Requests go to the servers themselves: a balancer would send none to a server without a database. */
export async function measureDatabase({ pair, members }, awayMs = AWAY_MS) {
  const { database } = pair.engines;
  const { url } = pair.servers[0];
  const ways = {
    'refuses connections': database.refuse,
    hangs: async () => database.hang(),
    'resets connections': async () => database.reset(),
  };
  const rows = [];
  for (const [way, take] of Object.entries(ways)) {
    const found = await without({
      url,
      members,
      take,
      give: database.restore,
      awayMs,
      meanwhile: () => timed('app', () => fetch(`${url}/login`)),
    });
    const what = `database ${way} for ${awayMs / 1000} s`;
    rows.push(...rowsOfDatabase(what, found));
    rows.push(atMost(`${what}: connections afterwards`, CONNECTIONS, database.count()));
  }
  return rows;
}

function rowsOfDatabase(what, { away, back, late, extra }) {
  const refused = away.filter(({ status }) => status === 503);
  const others = failures(away).filter(
    ({ status, retryAfter }) => status !== 503 || retryAfter === null,
  );
  return [
    atMost(`${what}: slowest 503`, 2_000, slowest(refused), {
      ...UNIT,
      note: `${refused.length} of ${away.length} requests`,
    }),
    none(`${what}: neither success nor 503 with Retry-After`, others.length),
    must(`${what}: the app itself`, '200', extra.status, extra.status === 200),
    atMost(`${what}: first success after its return`, BACK_MS, back, UNIT),
    none(`${what}: failed later than 3 s after`, failures(late).length),
  ];
}

export async function measureRedis({ pair, members }, awayMs = AWAY_MS) {
  const { redis } = pair.engines;
  const ways = {
    'is away': { take: redis.kill, give: redis.restart },
    hangs: { take: async () => redis.pause(), give: async () => redis.resume() },
    'is emptied': { take: () => redis.admin().flushAll(), give: async () => undefined },
  };
  const rows = [];
  for (const [way, { take, give }] of Object.entries(ways)) {
    const { all } = await without({ url: pair.balancer.url, members, take, give, awayMs });
    rows.push(none(`Redis ${way}: failed requests`, failures(all).length, summary(all)));
  }
  return rows;
}

export async function measureStore({ pair, members }) {
  const [headers] = members;
  const { store } = pair.engines;
  const { url } = pair.balancer;
  const path = '/api/attachments/presign?filename=a.pdf&contentType=application/pdf&size=1000';
  const rows = [];
  for (const trouble of ['down', 'silent', 'forbidden']) {
    const presign = () => timed('presign', () => fetch(`${url}${path}`, { headers }));
    const { all, extra } = await without({
      url,
      members,
      take: async () => store.fail(trouble),
      give: async () => store.fail(null),
      awayMs: AWAY_MS,
      // What was known a moment ago counts for five seconds.
      meanwhile: () => delay(AWAY_MS).then(presign),
    });
    const back = await untilTrue(async () => isSuccess(await presign()));
    rows.push(
      none(`store ${trouble}: failed reads`, failures(all).length, summary(all)),
      must(`store ${trouble}: status of an upload`, '503', extra.status, extra.status === 503),
      atMost(`store ${trouble}: its response`, 3_000, extra.ms, UNIT),
      noted(`store ${trouble}: uploads after its return`, `${Math.round(back)} ms`),
    );
  }
  return rows;
}

/** Each of the servers is replaced so many times. */
export async function measureReplacement({ pair, members }, times = 10) {
  const load = sendSteadily(readsOf(pair.balancer.url, members), READ_PAUSE_MS);
  let longest = 0;
  const codes = new Set();
  for (let round = 0; round < times; round += 1) {
    for (const index of [0, 1]) {
      const { code, stopMs } = await pair.replace(index);
      codes.add(code);
      longest = Math.max(longest, stopMs);
      const { url } = pair.servers[index];
      await untilTrue(async () => pair.balancer.ready().includes(url));
    }
  }
  const all = await load.end();
  return [
    none(`${2 * times} replacements: failed requests`, failures(all).length, summary(all)),
    atMost('replacement: longest stop', 15_000, longest, UNIT),
    must(
      'replacement: exit codes',
      '0',
      [...codes],
      [...codes].every((code) => code === 0),
    ),
  ];
}
