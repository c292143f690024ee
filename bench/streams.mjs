import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../scripts/lib/built-server.mjs';
import { makeTempFolder } from '../scripts/lib/temp-folder.mjs';
import { addPeople } from './lib/people.mjs';
import { startServer } from './lib/server.mjs';
import { StreamClient } from './lib/stream-client.mjs';

/** 10,000 idle streams, 50 messages a second, then a restart. */
const STREAMS = Number(process.argv[2] ?? 10_000);
const PER_MEMBER = 10;
const ROOMS = 100;
const PER_SECOND = 50;
const SECONDS = 20;
const OPEN_AT_ONCE = 100;
const LIMIT_MS = 6 * 60_000;

const temp = makeTempFolder();
const late = setTimeout(() => fail(new Error('took too long')), LIMIT_MS);
const dataDir = join(temp.path, 'data');
const port = await freePort();

function fail(error) {
  console.error(error);
  temp.remove();
  process.exit(1);
}

process.on('unhandledRejection', fail);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => fail(new Error('stopped')));

async function call(method, path, person, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: person.authorization,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

async function openAll(streams) {
  const startedAt = performance.now();
  const waiting = streams.values();
  const openInTurn = async () => {
    for (const stream of waiting) await stream.open();
  };
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, openInTurn));
  return (performance.now() - startedAt) / 1000;
}

async function openRooms(people) {
  const rooms = [];
  for (let n = 0; n < Math.min(ROOMS, people.length / 2); n += 1) {
    const [sender, partner] = [people[2 * n], people[2 * n + 1]];
    const { roomId } = await call('POST', `/api/mail/new?id=${partner.id}`, sender);
    rooms.push({ roomId, sender, partner });
  }
  return rooms;
}

/** Sends at a constant rate; returns each duration and the number of failures. */
async function sendMessages(rooms) {
  const durations = [];
  const running = [];
  let refused = 0;
  const startedAt = performance.now();
  for (let n = 0; n < PER_SECOND * SECONDS; n += 1) {
    await delay(Math.max(0, startedAt + (n * 1000) / PER_SECOND - performance.now()));
    const { roomId, sender, partner } = rooms[n % rooms.length];
    const from = performance.now();
    const body = { content: `at=${from.toFixed(3)}=`, partnerId: partner.id };
    running.push(
      call('POST', `/api/mail/send-mail/${roomId}`, sender, body).then(
        () => durations.push(performance.now() - from),
        () => {
          refused += 1;
        },
      ),
    );
  }
  await Promise.all(running);
  return { durations, refused };
}

function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

try {
  let server = await startServer({ dataDir, port });
  const people = await addPeople(dataDir, STREAMS / PER_MEMBER);
  const rooms = await openRooms(people);
  const memoryBefore = server.memory();

  const delays = [];
  const onText = (text) => {
    for (const [, at] of text.matchAll(/at=([\d.]+)=/g))
      delays.push(performance.now() - Number(at));
  };
  const streams = Array.from(
    { length: STREAMS },
    (_, index) =>
      new StreamClient({ port, person: people[Math.floor(index / PER_MEMBER)], index, onText }),
  );
  const openSeconds = await openAll(streams);
  const cpuBefore = server.cpuSeconds();
  await delay(20_000);
  const idleCpu = (server.cpuSeconds() - cpuBefore) / 20;
  const memoryIdle = server.memory();

  const cpuIdle = server.cpuSeconds();
  const { durations, refused } = await sendMessages(rooms);
  await delay(2_000);
  const cpuPerMessage = ((server.cpuSeconds() - cpuIdle) * 1000) / durations.length;
  const memoryBusy = server.memory();
  const expected = durations.length * PER_MEMBER * 2;

  const restartAt = performance.now();
  const back = streams.map(
    (stream) =>
      new Promise((resolve, reject) => {
        stream.socket.once('close', () => stream.comeBack().then(resolve, reject));
      }),
  );
  await server.stop();
  const stopSeconds = (performance.now() - restartAt) / 1000;
  server = await startServer({ dataDir, port });
  const upAt = performance.now();
  await Promise.all(back);
  const backSeconds = (performance.now() - upAt) / 1000;

  const ms = (value) => `${value.toFixed(1)} ms`;
  const mb = (value) => `${Math.round(value)} MB`;
  const table = [
    ['streams open', `${streams.length} of ${STREAMS / PER_MEMBER} members`],
    ['opened in', `${openSeconds.toFixed(1)} s`],
    ['memory of the server before', mb(memoryBefore)],
    ['memory with idle streams', mb(memoryIdle)],
    ['memory after the messages', mb(memoryBusy)],
    ['processor while idle', `${(idleCpu * 100).toFixed(1)} % of a core`],
    ['messages sent', `${durations.length}, ${PER_SECOND} a second, ${refused} refused`],
    ['processor per message', ms(cpuPerMessage)],
    [
      'response p50 / p99',
      `${ms(percentile(durations, 0.5))} / ${ms(percentile(durations, 0.99))}`,
    ],
    ['deliveries', `${delays.length} of ${expected}`],
    ['delivery p50 / p99', `${ms(percentile(delays, 0.5))} / ${ms(percentile(delays, 0.99))}`],
    ['slowest delivery', ms(Math.max(...delays))],
    ['stopped in', `${stopSeconds.toFixed(1)} s`],
    ['all streams back after', `${backSeconds.toFixed(1)} s`],
  ];
  console.log(`\nEvent streams, ${availableParallelism()} cores, Node ${process.versions.node}`);
  for (const [name, value] of table) console.log(`  ${name.padEnd(27)}  ${value}`);
  for (const stream of streams) stream.close();
  await server.stop();
  clearTimeout(late);
  temp.remove();
  process.exit(delays.length === expected ? 0 : 1);
} catch (error) {
  fail(error);
}
