import { setTimeout as delay } from 'node:timers/promises';
import { openRooms } from '../mix-requests.mjs';
import { percentile } from '../numbers.mjs';
import { createSender, sendOnSchedule } from '../open-loop.mjs';
import { closeStreams, openStreams, PER_MEMBER } from '../stream-client.mjs';
import { asMember } from '../workloads.mjs';

const PER_SECOND = 50;
const SECONDS = 20;
const IDLE_SECONDS = 20;

/** Sends at a constant rate, both sides of a room in turns; the text of a message says when it was sent. */
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

/**
 * Restarts the server; resolves with how long it took to stop, and all streams to come back, `backSeconds` from
 * the first response of the new server and `awaySeconds` from the signal to the old one.
 */
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
  const seconds = (since) => (performance.now() - since) / 1000;
  return { stopSeconds, backSeconds: seconds(upAt), awaySeconds: seconds(restartAt) };
}

/** Counts the refused ones, in all and by reason. */
export function refusalsIn(reasons) {
  const kinds = [...new Set(reasons)].map(
    (kind) => `${reasons.filter((reason) => reason === kind).length} with ${kind}`,
  );
  return `${reasons.length} refused${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}`;
}

/**
 * Idle streams, ten of each member, then 50 messages a second, then a restart, on an installation that has people
 * and serves. Memory is in MB, times in milliseconds if they do not say seconds; `cpuIdle` is a share of a core.
 */
export async function measureStreams(installation, count) {
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
  const cpuAfter = server.cpu();
  const idle = server.memory();
  const { durations, errors } = await sendMessages(server.url, rooms);
  await delay(2_000);
  const cpuPerMessage = (server.cpu() - cpuAfter) / durations.length;
  const busy = server.memory();
  const restarted = await restart(installation, streams);
  closeStreams(streams);
  return {
    ...{ count: streams.length, members: people.length, openSeconds, refusedAtFirst },
    memory: { before: before.server, idle: idle.server, busy: busy.server },
    cpuIdle: (cpuAfter - cpuBefore) / IDLE_SECONDS / 1000,
    cpuPerMessage,
    perSecond: PER_SECOND,
    responses: {
      sent: durations.length,
      errors,
      p50: percentile(durations, 0.5),
      p99: percentile(durations, 0.99),
    },
    deliveries: {
      expected: durations.length * PER_MEMBER * 2,
      received: delays.length,
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      slowest: percentile(delays, 1),
    },
    ...restarted,
  };
}
