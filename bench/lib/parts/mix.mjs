import { seededDraws } from '../content/words.mjs';
import { createMix, openRooms } from '../mix-requests.mjs';
import { percentile } from '../numbers.mjs';
import { arrivals, createSender, sendOnSchedule } from '../open-loop.mjs';
import { rowOf } from '../targets.mjs';
import { readableOf } from '../workloads.mjs';

const WARM_UP_SECONDS = 5;
const SAMPLE_MS = 500;

/**
 * Sends the mix in an open loop; resolves with durations, errors, the highest memory and the cores that
 * the load itself took.
 */
export async function runMix(installation, { perSecond, seconds }) {
  const { server, people } = installation;
  const draw = seededDraws(1);
  const { newest } = await readableOf(installation);
  const mix = createMix({ people, newest, rooms: await openRooms(server.url, people), draw });
  const sender = createSender(server.url);
  const run = (length) =>
    sendOnSchedule(arrivals({ perSecond, seconds: length, draw }), () => sender.send(mix()));
  const samples = [];
  const sampler = setInterval(() => samples.push(server.memory()), SAMPLE_MS);
  try {
    await run(Math.min(WARM_UP_SECONDS, seconds));
    const cpuBefore = process.cpuUsage();
    const { durations, errors } = await run(seconds);
    const { user, system } = process.cpuUsage(cpuBefore);
    const load = (user + system) / 1e6 / seconds;
    const highest = samples.toSorted((a, b) => b.server - a.server)[0] ?? server.memory();
    return { durations, errors, highest, load };
  } finally {
    clearInterval(sampler);
    sender.close();
  }
}

export function rowsOfMix({ durations, errors, load }, { perSecond, seconds }) {
  const kinds = [...new Set(errors)].slice(0, 3).join(', ');
  const ms = (share) => percentile(durations, share).toFixed(1);
  return [
    rowOf(
      'mix errors',
      errors.length,
      `of ${durations.length + errors.length} requests${kinds && `: ${kinds}`}`,
    ),
    rowOf(
      'mix p99',
      percentile(durations, 0.99),
      `p50 ${ms(0.5)}, p95 ${ms(0.95)} ms; ${perSecond} a second for ${seconds} s, load on ${load.toFixed(2)} of a core`,
    ),
  ];
}
