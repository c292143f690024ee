import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { seededDraws } from './content/words.mjs';
import { median } from './numbers.mjs';

const CONNECTIONS = 32;
/** Requests that a connection has ready; it begins again after the last one. */
const READY = 500;
const WARM_UP_SECONDS = 1;
/**
 * Covers the compilation of code that runs for the first time; a comment takes seconds to reach its speed.
 */
const FIRST_WARM_UP_SECONDS = 5;
/** Members who wrote during the warm-up may write again after a second. */
const PAUSE_MS = 1_100;

const ROUNDS = 3;

/**
 * Measures the same on several servers alternately: `sides` has for each the URL, the work and `cpu`,
 * which returns the processor time so far. Returns the rounds, each with one result for every side.
 */
export async function inTurns(sides, seconds) {
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const results = {};
    for (const [name, side] of Object.entries(sides)) {
      const warmUp = round === 1 ? Math.min(FIRST_WARM_UP_SECONDS, 3 * seconds) : WARM_UP_SECONDS;
      results[name] = await measure({ ...side, seconds, warmUp, draw: seededDraws(round) });
    }
    rounds.push(results);
  }
  return rounds;
}

/** The median of `of(results)` over the rounds. */
export const medianOf = (rounds, of) => median(rounds.map(of));

/**
 * Repeats a work on 32 connections, each with its own requests; `cpu` returns the processor time so far.
 * Throws when a response is not a success: it would be no measurement.
 */
export async function measure({ url, work, seconds, draw, cpu, warmUp = WARM_UP_SECONDS }) {
  await run({ url, work, duration: warmUp, draw });
  await delay(PAUSE_MS);
  const cpuBefore = cpu();
  const result = await run({ url, work, duration: seconds, draw });
  const cpuSpent = cpu() - cpuBefore;
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) {
    const codes = JSON.stringify(result.statusCodeStats);
    throw new Error(`${work.name} at ${url}: ${failed} failed, ${codes}`);
  }
  const { p50, p99 } = result.latency;
  const done = result['2xx'];
  return { perSecond: done / result.duration, cpu: cpuSpent / done, p50, p99 };
}

function run({ url, work, duration, draw }) {
  let connection = 0;
  return autocannon({
    url,
    duration,
    connections: CONNECTIONS,
    setupClient: (client) => {
      const place = { index: connection, of: CONNECTIONS, turn: 0 };
      connection += 1;
      client.setRequests(Array.from({ length: READY }, () => work.request(draw, place)));
    },
  });
}
