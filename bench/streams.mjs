import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { numbersFrom } from './lib/arguments.mjs';
import { install } from './lib/installation.mjs';
import { openRooms } from './lib/mix-requests.mjs';
import { percentile } from './lib/numbers.mjs';
import { createSender, sendOnSchedule } from './lib/open-loop.mjs';
import { runBench } from './lib/run-bench.mjs';
import { closeStreams, openStreams, PER_MEMBER } from './lib/streams.mjs';
import { asMember } from './lib/works.mjs';

/** 10,000 idle streams, 50 messages a second, then a restart. */
const STREAMS = 10_000;
const POSTS = 1_000;
const PER_SECOND = 50;
const SECONDS = 20;
const IDLE_SECONDS = 20;

/** Sends at a constant rate, both sides of a room in turns; the text of a message tells when it was sent. */
async function sendMessages(url, rooms) {
  const sender = createSender(url);
  let turn = 0;
  const sendNext = () => {
    const { roomId, sender: first, partner } = rooms[turn % rooms.length];
    const author = Math.floor(turn / rooms.length) % 2 === 0 ? first : partner;
    turn += 1;
    const path = `/api/mail/send-mail/${roomId}`;
    const body = { content: `at=${performance.now().toFixed(3)}=` };
    return sender.send(asMember(author, { method: 'POST', path, body }));
  };
  const times = Array.from({ length: PER_SECOND * SECONDS }, (_, n) => (n * 1000) / PER_SECOND);
  const result = await sendOnSchedule(times, sendNext);
  sender.close();
  return result;
}

/** Restarts the server; resolves with how long it took to stop, and all streams to come back. */
async function restart(installation, streams) {
  const restartAt = performance.now();
  const back = streams.map(
    (stream) =>
      new Promise((resolve, reject) => {
        stream.socket.once('close', () => stream.comeBack().then(resolve, reject));
      }),
  );
  await installation.server.stop();
  const stopSeconds = (performance.now() - restartAt) / 1000;
  await installation.restart();
  const upAt = performance.now();
  await Promise.all(back);
  return { stopSeconds, backSeconds: (performance.now() - upAt) / 1000 };
}

/** How many were refused, and how many of them for each reason. */
function refusalsIn(reasons) {
  const kinds = [...new Set(reasons)].map(
    (kind) => `${reasons.filter((reason) => reason === kind).length} with ${kind}`,
  );
  return `${reasons.length} refused${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}`;
}
const ms = (value) => `${value.toFixed(1)} ms`;
const mb = ({ server }) => `${Math.round(server)} MB`;

await runBench(async (temp) => {
  const { streams: count } = numbersFrom(process.argv.slice(2), { streams: STREAMS });
  const installation = await install(temp, POSTS);
  const { server } = installation;
  const people = installation.people.slice(0, count / PER_MEMBER);
  const rooms = await openRooms(server.url, people);
  const before = server.memory();
  const delays = [];
  const openedAt = performance.now();
  const streams = await openStreams(installation, count, (text) => {
    for (const [, at] of text.matchAll(/at=([\d.]+)=/g)) {
      delays.push(performance.now() - Number(at));
    }
  });
  const openSeconds = (performance.now() - openedAt) / 1000;
  const refusedAtFirst = streams.flatMap(({ refusals }) => refusals);

  const cpuBefore = server.cpu();
  await delay(IDLE_SECONDS * 1000);
  const cpuIdle = server.cpu();
  const idle = server.memory();
  const { durations, errors } = await sendMessages(server.url, rooms);
  await delay(2_000);
  const cpuPerMessage = (server.cpu() - cpuIdle) / durations.length;
  const busy = server.memory();
  const { stopSeconds, backSeconds } = await restart(installation, streams);

  const expected = durations.length * PER_MEMBER * 2;
  const table = [
    [
      'streams open',
      `${streams.length} of ${people.length} members in ${openSeconds.toFixed(1)} s, ${refusalsIn(refusedAtFirst)}`,
    ],
    ['memory of the server before', mb(before)],
    ['memory with idle streams', mb(idle)],
    ['memory after the messages', mb(busy)],
    [
      'processor while idle',
      `${((cpuIdle - cpuBefore) / IDLE_SECONDS / 10).toFixed(1)} % of a core`,
    ],
    ['messages sent', `${durations.length}, ${PER_SECOND} a second, ${refusalsIn(errors)}`],
    ['processor per message', ms(cpuPerMessage)],
    [
      'response p50 / p99',
      `${ms(percentile(durations, 0.5))} / ${ms(percentile(durations, 0.99))}`,
    ],
    ['deliveries', `${delays.length} of ${expected}`],
    ['delivery p50 / p99', `${ms(percentile(delays, 0.5))} / ${ms(percentile(delays, 0.99))}`],
    ['slowest delivery', ms(percentile(delays, 1))],
    ['stopped in', `${stopSeconds.toFixed(1)} s`],
    ['all streams back after', `${backSeconds.toFixed(1)} s`],
  ];
  console.log(`\nEvent streams, ${availableParallelism()} cores, Node ${process.versions.node}`);
  for (const [name, value] of table) console.log(`  ${name.padEnd(27)}  ${value}`);
  closeStreams(streams);
  return delays.length === expected;
});
