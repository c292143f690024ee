import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findBrokenRows } from '../../../apps/server/src/testing/invariants.ts';
import { percentile } from '../numbers.mjs';
import { atMost, must, none } from '../rows.mjs';
import { isSuccess, timed, untilTrue } from '../steady-load.mjs';
import { logIn } from './engines.mjs';

/**
 * What happens on one of two servers, seen from the other one. Demo members stay within the limits of a
 * member, except in the part about limits.
 */
const RIGHTS_MS = 1_000;
const EVENT_MS = 300;
/** A member may write 60 times a minute. */
const EVENT_PAUSE_MS = 1_000;
const WRITES_A_MINUTE = 60;
const RACES = 20;
const CHANGES = 10;
const UNIT = { unit: 'ms' };
const JSON_TYPE = { 'content-type': 'application/json' };
const POST = { boardType: 'FREE', content: '<p>두 서버</p>' };

async function send(url, { headers, method = 'GET', path, body }) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && JSON_TYPE) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : {} };
}

const onBoth = (pair, work) => Promise.all(pair.servers.map(({ url }) => work(url)));

async function withDatabase(pair, work) {
  const client = new pg.Client({ connectionString: pair.engines.database.url });
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}

/** Roles and sessions change on one server; the other refuses and permits. */
export async function measureRights({ pair }) {
  const [one, other] = pair.servers.map(({ url }) => url);
  const admin = await logIn(one, 'admin01');
  const member = await logIn(other, '20250002');
  const me = await send(other, { headers: member, path: '/api/member/me' });
  const userId = me.json.meDto.id;
  // 403 without the role, 400 with it, since no picture has this type.
  const path = '/api/aws/S3/presign?filename=a.exe&contentType=text/plain';
  const isAllowed = async () => (await send(other, { headers: member, path })).status === 400;
  const times = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const isGrant = n % 2 === 1;
    const change = `/api/admin/${isGrant ? 'grant' : 'revoke'}-role?userId=${userId}&role=STUDENT`;
    const method = isGrant ? 'POST' : 'DELETE';
    const changed = await send(one, { headers: admin, method, path: change });
    if (changed.status !== 200) throw new Error(`A role was not changed: ${changed.status}`);
    times.push(await untilTrue(async () => (await isAllowed()) === isGrant));
    await delay(EVENT_PAUSE_MS);
  }
  const ended = [];
  for (let n = 0; n < CHANGES / 2; n += 1) {
    const session = await logIn(one, '20220508');
    await send(other, { headers: session, path: '/api/member/me' });
    await send(one, { headers: session, method: 'POST', path: '/api/member/logout' });
    const me = { headers: session, path: '/api/member/me' };
    ended.push(await untilTrue(async () => (await send(other, me)).status === 401));
  }
  return [
    atMost(
      'role changed on one server, in force on the other: slowest',
      RIGHTS_MS,
      Math.max(...times),
      {
        ...UNIT,
        note: `${CHANGES} changes`,
      },
    ),
    atMost('log-out on one server, in force on the other: slowest', RIGHTS_MS, Math.max(...ended), {
      ...UNIT,
      note: `${ended.length} log-outs`,
    }),
  ];
}

/** Sends the same to both servers at once and expects one effect. */
export async function measureRaces({ pair }) {
  const [{ url }] = pair.servers;
  const author = await logIn(url, 'prof01');
  const rival = await logIn(url, 'council01');
  const posts = [];
  let wrong = 0;
  for (let n = 0; n < RACES; n += 1) {
    // The same text within five seconds counts as a duplicate.
    const body = { ...POST, title: `두 서버 ${n}`, clientId: randomUUID() };
    const made = { headers: author, method: 'POST', path: '/api/post/post-up', body };
    const [first, second] = await onBoth(pair, (server) => send(server, made));
    if (first.json.id === undefined || first.json.id !== second.json.id) {
      console.log(`    ${JSON.stringify([first, second])}`);
      wrong += 1;
    }
    posts.push(first.json.id);
    const path = `/api/post/${first.json.id}/like`;
    const likes = await onBoth(pair, (server) =>
      send(server, { headers: rival, method: 'POST', path }),
    );
    if (likes.some(({ status }) => status !== 200)) console.log(`    ${JSON.stringify(likes)}`);
    await delay(2 * EVENT_PAUSE_MS);
  }
  const [rows, broken] = await withDatabase(pair, async (query) => [
    await query('select like_count from posts where id = any($1)', [posts]),
    await findBrokenRows((text) => query(text)),
  ]);
  wrong += RACES - rows.filter((row) => row.like_count === 1).length;
  for (const line of broken) console.log(`    ${line}`);
  return [
    none(
      'the same post and like on both servers at once: not exactly one',
      wrong,
      `of ${2 * RACES}`,
    ),
    none('counters that do not agree with what they count', broken.length),
  ];
}

/** A member writes on both servers at once, more than one minute allows. */
export async function measureLimits({ pair }) {
  const [{ url }] = pair.servers;
  const headers = await logIn(url, '20259999');
  const statuses = [];
  const path = '/api/member/drafts/FREE';
  for (let n = 0; n < WRITES_A_MINUTE; n += 1) {
    const found = await onBoth(pair, (server) =>
      send(server, { headers, method: 'PUT', path, body: {} }),
    );
    statuses.push(...found.map(({ status }) => status));
  }
  const passed = statuses.filter((status) => status !== 429).length;
  return [
    must(
      'writes of a member that two servers let through in a minute',
      String(WRITES_A_MINUTE),
      `${passed} of ${statuses.length}`,
      passed === WRITES_A_MINUTE,
    ),
  ];
}

/** Messages of a chat: the writer on one server, the reader's stream on the other. */
export async function measureEvents({ pair }, events = 30) {
  const [one, other] = pair.servers.map(({ url }) => url);
  const reader = await logIn(one, '20250001');
  const writer = await logIn(other, '20220508');
  const rooms = await send(other, { headers: writer, path: '/api/mail/my-room' });
  const { roomId } = rooms.json.roomDtos.find(({ partner }) => partner?.nickName === '해솔');
  await send(one, { headers: reader, method: 'PUT', path: `/api/mail/read-room/${roomId}` });
  const end = new AbortController();
  const stream = await fetch(`${one}/api/events`, { headers: reader, signal: end.signal });
  let text = '';
  const listening = (async () => {
    for await (const chunk of stream.body) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await untilTrue(async () => text !== '');
  const times = [];
  for (let n = 0; n < events; n += 1) {
    const body = JSON.stringify({ content: `소식 ${n}`, clientId: randomUUID() });
    const before = text.length;
    const startedAt = performance.now();
    const path = `${other}/api/mail/send-mail/${roomId}`;
    const headers = { ...writer, ...JSON_TYPE };
    const sent = await timed('message', () => fetch(path, { method: 'POST', headers, body }));
    if (!isSuccess(sent)) throw new Error(`A message was refused: ${sent.status}`);
    await untilTrue(async () => text.length > before);
    times.push(performance.now() - startedAt);
    await delay(EVENT_PAUSE_MS);
  }
  end.abort();
  await listening;
  const { json } = await send(one, { headers: reader, path: '/api/mail/my-room' });
  const unread = json.roomDtos.find((room) => room.roomId === roomId)?.newMailCount;
  return [
    atMost('message to a stream of the other server: p99', EVENT_MS, percentile(times, 0.99), {
      ...UNIT,
      note: `p50 ${Math.round(percentile(times, 0.5))} ms, ${events} messages`,
    }),
    must('unread messages that the other server counts', `${events}`, unread, unread === events),
  ];
}
