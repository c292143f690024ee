import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { seededDraws } from '../../../bench/lib/content/words.mjs';
import { createMix } from '../../../bench/lib/mix-requests.mjs';
import { percentile } from '../../../bench/lib/numbers.mjs';
import { arrivals, createSender, sendOnSchedule } from '../../../bench/lib/open-loop.mjs';
import { ownCores } from '../../../bench/lib/own-cores.mjs';
import { atMost, none, noted } from '../../../bench/lib/rows.mjs';
import { call, openSite, startScript } from '../lib/site.mjs';

const PER_SECOND = 50;
const SECONDS = { warmUp: 5, calm: 30, slow: 70 };
/** The server looks for slow clients each second; one that does not read is found half sent by a look before. */
const LOOKS_MS = 2_000;
/** The first thing sent to a closed connection is refused, the next one reports it. */
const LEARNS_MS = 2_000;
/** No buffer of the network holds it. */
const FILE_BYTES = 16 * 1024 * 1024;
const RATIO = 1.2;
const UNIT = { unit: 'ms' };
const HOST = 'host: 127.0.0.1\r\n';
const BODY = 'content-length: 1000\r\n\r\n{';

async function presignPictures({ server, given }, count) {
  const people = given.people.slice(0, count);
  const paths = people.map((person) => {
    const path = '/api/aws/S3/presign?filename=a.png&contentType=image/png';
    return call(server.url, person, { path });
  });
  return (await Promise.all(paths)).map(({ uploadUrl }) => {
    const { pathname, search } = new URL(uploadUrl, server.url);
    return `PUT ${pathname}${search} HTTP/1.1\r\n${HOST}content-type: image/png\r\n${BODY}`;
  });
}

/** Writes a post with a large file; resolves with a request for the file. */
async function postFile({ server, other }) {
  const { url } = server;
  const path = '/api/attachments/presign?filename=a.txt&contentType=text/plain';
  const { uploadUrl, key } = await call(url, other, { path });
  const body = Buffer.alloc(FILE_BYTES, 'slow\n');
  const headers = { 'content-type': 'text/plain' };
  const put = await fetch(new URL(uploadUrl, url), { method: 'PUT', headers, body });
  if (!put.ok) throw new Error(`The file was refused: ${put.status} ${await put.text()}`);
  const post = { boardType: 'FREE', title: 'File', content: '<p>File</p>', attachments: [key] };
  const { id } = await call(url, other, {
    method: 'POST',
    path: '/api/post/post-up',
    body: post,
  });
  const { dto } = await call(url, other, { path: `/api/post/${id}` });
  const { pathname, search } = new URL(dto.attachments[0].url, url);
  return `GET ${pathname}${search} HTTP/1.1\r\n${HOST}\r\n`;
}

/** Kinds of slow clients, 2,000 in all; `limit` is the time after which the server may hold none of them. */
async function kindsOf(site) {
  const pictures = await presignPictures(site, 400);
  const file = await postFile(site);
  const login = `POST /api/member/login HTTP/1.1\r\n${HOST}content-type: application/json\r\n${BODY}`;
  const headers = `GET /api/health HTTP/1.1\r\n${HOST}x-a: `;
  const health = `GET /api/health HTTP/1.1\r\n${HOST}\r\n`;
  const kind = (name, count, limit, heads, drip = '') => ({
    ...{ name, count, limit, heads, drip },
    reads: true,
  });
  return [
    kind('headers, a byte a second', 500, 10_000, [headers], 'a'),
    kind('nothing sent', 200, 10_000, ['']),
    kind('body of a call, a byte a second', 400, 15_000, [login], ' '),
    kind('upload, a byte a second', 300, 60_000, pictures.slice(0, 300), ' '),
    kind('upload that stops', 100, 15_000, pictures.slice(300)),
    {
      ...kind('reader of a file who stops', 300, 15_000 + LEARNS_MS, [file], '\r\n'),
      reads: false,
    },
    kind('line ends instead of another request', 200, 25_000, [health], '\r\n'),
  ];
}

function startSlow(port, kinds) {
  const script = new URL('../lib/slow-clients.worker.mjs', import.meta.url);
  const worker = new Worker(script, { workerData: { port, kinds }, execArgv: [] });
  const next = async (event) => (await once(worker, event))[0];
  return {
    opened: next('message'),
    end: async () => {
      const report = next('message');
      worker.postMessage('end');
      const { found } = await report;
      await worker.terminate();
      return found;
    },
  };
}

function rowOfKind({ name, count, limit }, { times, refused, oldest }) {
  const slowest = Math.max(oldest, ...times);
  const lines = [
    `median ${Math.round(percentile(times, 0.5))} ms, ${times.length} closed, ${count} at once`,
    ...(refused > 0 ? [`${refused} not connected`] : []),
  ];
  return atMost(`${name}: longest open`, limit + LOOKS_MS, Math.round(slowest), {
    ...UNIT,
    note: lines.join(', '),
  });
}

/** R10: slow clients are closed in time, and others do not notice them. */
export async function measureSlowClients({ temp, seed }) {
  const { how, note, release } = ownCores({ args: startScript });
  const site = await openSite(temp, { how });
  const { server, given } = site;
  const { people, posts, rooms } = given;
  const draw = seededDraws(seed);
  const mix = createMix({ people, newest: posts, rooms, draw });
  const sender = createSender(server.url);
  const run = (seconds) =>
    sendOnSchedule(arrivals({ perSecond: PER_SECOND, seconds, draw }), () => sender.send(mix()));
  const kinds = await kindsOf(site);
  await run(SECONDS.warmUp);
  const cpuAtFirst = server.cpu();
  const calm = await run(SECONDS.calm);
  const before = server.memory();
  const cpuCalm = server.cpu();
  const slow = startSlow(server.port, kinds);
  await slow.opened;
  const cpuOpen = server.cpu();
  const beside = await run(SECONDS.slow);
  const memory = server.memory();
  const cpu = [(cpuCalm - cpuAtFirst) / SECONDS.calm, (server.cpu() - cpuOpen) / SECONDS.slow].map(
    (perSecond) => `${Math.round(perSecond / 10)} %`,
  );
  const found = await slow.end();
  await delay(LOOKS_MS);
  sender.close();
  const { code } = await server.stop();
  release();
  const [quiet, loaded] = [calm, beside].map(({ durations }) => percentile(durations, 0.99));
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  return [
    ...kinds.map((kind, n) => rowOfKind(kind, found[n])),
    atMost('p99 of others beside them, times as long as without', RATIO, loaded / quiet, {
      note: `${loaded.toFixed(1)} ms of ${beside.durations.length} requests beside ${total} slow clients, ${quiet.toFixed(1)} ms of ${calm.durations.length} without`,
    }),
    none(
      'failed requests of others',
      beside.errors.length,
      [...new Set(beside.errors)].join(', ') || undefined,
    ),
    noted(
      'memory of the server',
      `${Math.round(memory.server)} MB, ${Math.round(before.server)} MB before`,
    ),
    noted('processor of server and database', `${cpu[1]} of a core, ${cpu[0]} without; ${note}`),
    none('exit code afterwards', code),
  ];
}
