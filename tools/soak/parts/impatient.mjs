import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { seededDraws } from '../../../bench/lib/content/words.mjs';
import { install } from '../../../bench/lib/installation.mjs';
import { percentile } from '../../../bench/lib/numbers.mjs';
import { arrivals, sendOnSchedule } from '../../../bench/lib/open-loop.mjs';
import { overloadRequests } from '../../../bench/lib/overload-requests.mjs';
import { ownCores } from '../../../bench/lib/own-cores.mjs';
import { atMost, none, noted } from '../../../bench/lib/rows.mjs';
import { freePort } from '../../../scripts/lib/built-server.mjs';
import { moreRequests } from '../lib/more-requests.mjs';
import { startScript } from '../lib/site.mjs';

const USUAL = { posts: 5_000, perSecond: 60, calm: 20, cut: 60 };
const SHORT = { posts: 1_000, perSecond: 30, calm: 3, cut: 6 };
/** Share of the requests whose client leaves. */
const SHARE = 1 / 3;
/** It leaves within this time, while its request is sent, waits, is worked at or is responded to. */
const LEAVES_MS = 150;
const SETTLES_MS = 20_000;
const RATIO = 1.5;
const PICTURES = 20;
/** One request in so many is of a kind that the mix lacks. */
const EVERY = 10;
const ATTACHMENTS = 15;

/** Sends a request on a connection of its own; resolves with its status, 0 for one without a response. */
function sendWhole(port, bytes) {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
      if (status === undefined) return;
      socket.destroy();
      resolve(Number(status));
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(0));
  });
}

/** Sends as much of a request as its client gets to, and closes the connection at a random moment. */
async function sendCut(port, bytes, draw) {
  const part = draw() < 0.5 ? bytes : bytes.subarray(0, Math.floor(draw() * bytes.length));
  const socket = connect(port, '127.0.0.1', () => socket.write(part));
  socket.on('error', () => undefined);
  socket.resume();
  await delay(draw() * LEAVES_MS);
  socket.destroy();
}

/** What the server holds for requests, and what its watchdog had to take back. */
async function readHeld(metricsPort) {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sum = (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    held:
      sum('naru_requests_running') +
      sum('naru_requests_waiting') +
      sum('naru_streams_open') +
      sum('naru_pictures_pending'),
    overdue: sum('naru_requests_overdue_total'),
  };
}

async function settle(metricsPort) {
  const until = performance.now() + SETTLES_MS;
  for (;;) {
    const found = await readHeld(metricsPort);
    if (found.held === 0 || performance.now() > until) return found;
    await delay(100);
  }
}

/** R20: a third of all requests, of every load and of event streams, is cut; then everybody is served as before. */
export async function measureImpatient({ temp, seed, isShort }) {
  const { posts, perSecond, calm, cut } = isShort ? SHORT : USUAL;
  const metricsPort = await freePort();
  const env = { TRUST_PROXY: 'loopback', METRICS_PORT: String(metricsPort) };
  const { how, note, release } = ownCores({ args: startScript, env });
  const installation = await install(temp, posts, how);
  const { server } = installation;
  try {
    const draw = seededDraws(seed);
    const requests = await overloadRequests(installation, draw);
    const more = await moreRequests(installation, draw);
    let sent = 0;
    const counts = { cut: 0, whole: 0 };
    const failed = [];
    let refused = 0;
    const send = async (share) => {
      sent += 1;
      const other = sent % EVERY === 0 ? more.next(sent / EVERY) : null;
      const { kind, bytes } = other ?? requests.mixed();
      if (draw() < share) {
        counts.cut += 1;
        await sendCut(server.port, bytes, draw);
        return;
      }
      counts.whole += 1;
      const status = await sendWhole(server.port, bytes);
      if (status === 503) refused += 1;
      else if (status === 0 || status >= 500) failed.push(`${kind} ${status}`);
    };
    const run = async (seconds, share) => {
      await requests.presign(PICTURES);
      await more.prepare(ATTACHMENTS);
      const times = arrivals({ perSecond, seconds, draw });
      return sendOnSchedule(times, () => send(share));
    };
    const before = await run(calm, 0);
    await run(cut, SHARE);
    const { held, overdue } = await settle(metricsPort);
    const failedMeanwhile = failed.splice(0);
    refused = 0;
    const after = await run(calm, 0);
    const [usual, then] = [before, after].map(({ durations }) => percentile(durations, 0.99));
    const health = await fetch(`${server.url}/api/health`);
    return [
      none(
        'places, spots in lines, streams and pictures held for clients that left',
        held,
        `${counts.cut} left`,
      ),
      none('places that the watchdog had to take back', overdue),
      none(
        'requests of others that failed meanwhile',
        failedMeanwhile.length,
        [...new Set(failedMeanwhile)].join(', ') || `of ${counts.whole}`,
      ),
      none(
        'requests that failed afterwards',
        failed.length,
        [...new Set(failed)].join(', ') || undefined,
      ),
      atMost('requests refused afterwards because too many wait', 0, refused),
      none('health not ok afterwards', health.ok ? 0 : 1),
      atMost('p99 afterwards, times as long as before', RATIO, then / usual, {
        note: `${then.toFixed(1)} and ${usual.toFixed(1)} ms`,
      }),
      noted('processor', note),
    ];
  } finally {
    await server.stop();
    release();
  }
}
