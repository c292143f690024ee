import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { seededDraws } from '../../lib/content/draws.mjs';
import { installEmpty } from '../../lib/installation.mjs';
import { percentile } from '../../lib/numbers.mjs';
import { atLeast, atMost, none, noted } from '../../lib/rows.mjs';
import { anyOf, asMember, writeComment } from '../../lib/works.mjs';
import { call, startScript } from '../lib/site.mjs';

/** Enough that no member meets a limit of its own, 600 reads and 60 writes a minute. */
const MEMBERS = 10_000;
const POSTS = 40;
const READY = 400;
const PEAK = { connections: 32, seconds: 10 };
const OVERLOADS = [
  { times: 5, connections: 1_000, seconds: 15 },
  { times: 20, connections: 2_000, seconds: 15 },
];
const CALM = { times: 0.5, connections: 200, seconds: 12 };
const GOODPUT = 0.8;
const ACCEPTED_MS = 1_000;
const REFUSED_MS = 50;
const NORMAL_MS = 5_000;
const UNIT = { unit: 'ms' };

/** Reads and writes in turns, of members who take turns. */
function requestsOf({ people, posts, draw, queue }) {
  const nextHeaders = (request, sent) => {
    const { headers } = asMember(people[queue.turn++ % people.length], request);
    return { ...sent, headers: { ...sent.headers, ...headers } };
  };
  return Array.from({ length: READY }, (_, n) => {
    const post = anyOf(posts, draw());
    const [person] = people;
    const reads = [`/api/post?boardType=FREE&page=${n % 4}`, `/api/post/${post}`];
    const request =
      n % 4 === 3 ? writeComment(person, post, draw) : asMember(person, { path: reads[n % 2] });
    return { ...request, setupRequest: (sent) => nextHeaders(request, sent) };
  });
}

/** Sends for some seconds; resolves with time, status and duration of each response, and with what failed. */
async function press(site, { connections, seconds, rate }) {
  const samples = [];
  const began = performance.now();
  const running = autocannon({
    url: site.server.url,
    duration: seconds,
    connections,
    timeout: 20,
    ...(rate && { overallRate: Math.round(rate) }),
    setupClient: (client) => client.setRequests(requestsOf(site)),
  });
  running.on('response', (_client, status, _bytes, ms) =>
    samples.push({ at: performance.now() - began, status, ms }),
  );
  const { errors, timeouts } = await running;
  const took = (performance.now() - began) / 1000;
  const accepted = samples.filter(({ status }) => status < 300);
  const refused = samples.filter(({ status }) => status >= 300);
  return { samples, accepted, refused, failed: errors + timeouts, took };
}

const times = (samples) => samples.map(({ ms }) => ms);
const perSecond = ({ accepted, took }) => accepted.length / took;

/** Statuses that responses had, with their numbers. */
function statusesOf(samples) {
  const counts = new Map();
  for (const { status } of samples) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}

/** Asks during an overload, and looks whether refusals say when to come again. */
async function probeRefusals(url, person, isOver) {
  let without = 0;
  while (!isOver()) {
    const { headers } = asMember(person, {});
    const response = await fetch(`${url}/api/post?boardType=FREE`, { headers }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status >= 429 && !response.headers.has('retry-after')) without += 1;
    await delay(200);
  }
  return without;
}

function rowsOf(load, found, { peak, without }) {
  const what = `overload ${load.times}x`;
  const sent = Math.round(found.samples.length / found.took);
  const share = perSecond(found) / peak;
  const note = `${Math.round(perSecond(found))} a second of ${Math.round(peak)}`;
  const goodput =
    load.times === 5
      ? atLeast(`${what}: share of the peak that succeeds`, GOODPUT, share, { note })
      : noted(`${what}: share of the peak that succeeds`, `${share.toFixed(2)} (${note})`);
  const refused = times(found.refused);
  return [
    noted(
      `${what}: requests`,
      `${sent} responses a second from ${load.connections} connections, asked for ${Math.round(peak * load.times)}; ${statusesOf(found.samples)}, failed: ${found.failed}`,
    ),
    goodput,
    atMost(
      `${what}: p99 of what succeeds`,
      ACCEPTED_MS,
      percentile(times(found.accepted), 0.99),
      UNIT,
    ),
    refused.length === 0
      ? noted(`${what}: p99 of refusals`, 'nothing was refused')
      : atMost(`${what}: p99 of refusals`, REFUSED_MS, percentile(refused, 0.99), UNIT),
    none(`${what}: refusals without Retry-After, of a sample`, without),
    none(`${what}: requests without a response`, found.failed),
  ];
}

/** Milliseconds from the start of the calm until every later response is a success within the peak's p99. */
function normalAfter({ samples }, limit) {
  const last = samples.findLast(({ status, ms }) => status >= 300 || ms > limit);
  return last?.at ?? 0;
}

/** R12: five and twenty times what the server can do, then half of it. */
export async function measureOverload({ temp, seed }) {
  const installation = await installEmpty(join(temp.path, 'data'), MEMBERS, { args: startScript });
  const { server, people } = installation;
  const body = (n) => ({ boardType: 'FREE', title: `Post ${n}`, content: `<p>Post ${n}</p>` });
  const posts = [];
  for (let n = 0; n < POSTS; n += 1) {
    const path = '/api/post/post-up';
    posts.push((await call(server.url, people[n], { method: 'POST', path, body: body(n) })).id);
  }
  const site = { server, people, posts, draw: seededDraws(seed), queue: { turn: 0 } };
  await press(site, { ...PEAK, seconds: 5 });
  const calm = await press(site, PEAK);
  const peak = perSecond(calm);
  const rows = [
    noted(
      'peak',
      `${Math.round(peak)} a second from ${PEAK.connections} connections, p99 ${Math.round(percentile(times(calm.accepted), 0.99))} ms; three quarters lists and posts, one quarter comments`,
    ),
  ];
  for (const load of OVERLOADS) {
    let isOver = false;
    const probing = probeRefusals(server.url, people[0], () => isOver);
    const found = await press(site, { ...load, rate: peak * load.times });
    isOver = true;
    rows.push(...rowsOf(load, found, { peak, without: await probing }));
  }
  const after = await press(site, { ...CALM, rate: peak * CALM.times });
  rows.push(
    atMost(
      'back to normal at 0.5x: last refusal, or success above 1 s',
      NORMAL_MS,
      normalAfter(after, ACCEPTED_MS),
      {
        unit: 'ms',
        note: statusesOf(after.samples),
      },
    ),
  );
  const { code } = await server.stop();
  return [...rows, none('exit code afterwards', code)];
}
