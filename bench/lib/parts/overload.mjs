import { setTimeout as delay } from 'node:timers/promises';
import { seededDraws } from '../content/words.mjs';
import { percentile } from '../numbers.mjs';
import { arrivals } from '../open-loop.mjs';
import { overloadRequests } from '../overload-requests.mjs';
import { createWire, sendAt } from '../wire.mjs';

/** A response that comes later is of no use to a person; pictures take their time. */
const USEFUL_MS = 1_000;
const USEFUL_PICTURE_MS = 20_000;
const PROBE_MS = 100;
const CLOSED_LINES = 48;
const CLOSED_SECONDS = 5;
/** Rates tried around what a closed loop reaches. */
const STEPS = [0.8, 1, 1.25, 1.5];
/** `turns`: how often each sends. */
const CLASS = [
  { kind: 'read', people: 200, turns: Number.POSITIVE_INFINITY },
  { kind: 'write', people: 64, turns: Number.POSITIVE_INFINITY },
  { kind: 'signIn', people: 64, turns: 1 },
];
/** Connections of a proxy in front of the server, more than its lines hold. */
const CONNECTIONS = 1_000;

const isAccepted = ({ status }) => status >= 200 && status < 400;
const isRefused = ({ status }) => status === 503;
const isUseful = (result) =>
  isAccepted(result) && result.ms <= (result.kind === 'upload' ? USEFUL_PICTURE_MS : USEFUL_MS);
const msOf = (results) => results.map(({ ms }) => ms);

/** Summarizes a load: `results` of `sendAt`, and `probes` of the health call beside it. */
function summarize(results, probes, seconds) {
  const accepted = results.filter(isAccepted);
  const refused = results.filter(isRefused);
  return {
    offered: results.length / seconds,
    goodput: results.filter(isUseful).length / seconds,
    p50: percentile(msOf(accepted), 0.5),
    p99: percentile(msOf(accepted), 0.99),
    worst: Math.max(0, ...msOf(accepted)),
    refused: refused.length,
    refusalP50: percentile(msOf(refused), 0.5),
    refusalP99: percentile(msOf(refused), 0.99),
    withoutRetryAfter: refused.filter(({ retryAfter }) => retryAfter === null).length,
    failed: results.filter((one) => !isAccepted(one) && !isRefused(one)).length,
    failures: [
      ...new Set(
        results
          .filter((one) => !isAccepted(one) && !isRefused(one))
          .map(({ kind, status }) => `${kind} ${status}`),
      ),
    ],
    health: {
      worst: Math.max(0, ...msOf(probes)),
      failed: probes.filter((one) => !isAccepted(one)).length,
    },
  };
}

/** Results by kind, each summarized. */
export function byKind(results, seconds) {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => [
    kind,
    summarize(
      results.filter((one) => one.kind === kind),
      [],
      seconds,
    ),
  ]);
}

/** When the last refusal, or response that was too late to be useful, came. */
function recoveryOf(results) {
  let normalFrom = 0;
  for (const one of results) {
    if (!isUseful(one)) normalFrom = Math.max(normalFrom, one.at + one.ms);
  }
  return normalFrom;
}

/**
 * The loads of an overload on a running installation; `run` sends a rate for some seconds and summarizes
 * it, `findPeak` finds the highest goodput. Other benchmarks may put their own kinds of requests in.
 */
export async function createOverload(installation) {
  const { server } = installation;
  const draw = seededDraws(7);
  const requests = await overloadRequests(installation, draw);
  const wire = createWire(server.url, CONNECTIONS);

  /** Sends `next` at the times and asks for the health beside. */
  async function send(times, next) {
    const probes = [];
    const probe = setInterval(() => {
      const startedAt = performance.now();
      const note = (status) => probes.push({ status, ms: performance.now() - startedAt });
      fetch(`${server.url}/api/health/ready`).then(
        (response) => response.arrayBuffer().then(() => note(response.status)),
        () => note(0),
      );
    }, PROBE_MS);
    const cpuBefore = server.cpu();
    const startedAt = performance.now();
    const results = await sendAt(wire, times, next);
    const cores = (server.cpu() - cpuBefore) / (performance.now() - startedAt);
    clearInterval(probe);
    await delay(PROBE_MS);
    return { results, probes, cores };
  }

  /** Opens connections, and makes addresses for the pictures of so many requests of the mix. */
  async function prepare(requestCount) {
    await requests.presign(Math.ceil(requestCount * requests.uploadShare * 1.5));
    await wire.warm();
  }

  /** Sends so many a second of `next`, the mix by default. */
  async function run(perSecond, seconds, next = requests.mixed) {
    if (next === requests.mixed) await prepare(perSecond * seconds);
    const { results, probes, cores } = await send(arrivals({ perSecond, seconds, draw }), next);
    return { ...summarize(results, probes, seconds), cores, results };
  }

  /**
   * Sends the first rate, then at once the second one; `recovery` is how long the first one has effects,
   * in ms.
   */
  async function runAndRecover([first, second], seconds) {
    await prepare((first + second) * seconds);
    const end = seconds * 1_000;
    const times = [
      ...arrivals({ perSecond: first, seconds, draw }),
      ...arrivals({ perSecond: second, seconds, draw }).map((time) => time + end),
    ];
    const { results, probes, cores } = await send(times, requests.mixed);
    const flood = results.filter(({ at }) => at < end);
    const after = results.filter(({ at }) => at >= end);
    return {
      flood: { ...summarize(flood, probes, seconds), cores, results: flood },
      after: { ...summarize(after, [], seconds), results: after },
      recovery: Math.max(0, recoveryOf(after) - end),
    };
  }

  /** Measures so many clients that each wait for a response before they send again. */
  function runClosed() {
    const endsAt = performance.now() + CLOSED_SECONDS * 1_000;
    let done = 0;
    const repeat = (resolve) => {
      if (performance.now() >= endsAt) return resolve();
      wire.send(requests.mixed().bytes, (result) => {
        if (isAccepted(result)) done += 1;
        repeat(resolve);
      });
    };
    const lines = Array.from({ length: CLOSED_LINES }, () => new Promise(repeat));
    return Promise.all(lines).then(() => done / CLOSED_SECONDS);
  }

  /**
   * A class: 200 who read and 64 who write, each again as soon as the response is there, and 64 sign-ins
   * at the beginning. Resolves with the results of all.
   */
  async function runClass(seconds) {
    await wire.warm();
    const results = [];
    const startedAt = performance.now();
    const endsAt = startedAt + seconds * 1_000;
    const repeat = (kind, turns, resolve) => {
      if (turns === 0 || performance.now() >= endsAt) return resolve();
      wire.send(requests.of[kind](), (outcome) => {
        results.push({ kind, at: performance.now() - startedAt - outcome.ms, ...outcome });
        repeat(kind, turns - 1, resolve);
      });
    };
    const all = CLASS.flatMap(({ kind, people, turns }) =>
      Array.from({ length: people }, () => new Promise((resolve) => repeat(kind, turns, resolve))),
    );
    await Promise.all(all);
    return { ...summarize(results, [], seconds), results };
  }

  /** Code that has not run yet is slow. */
  async function warmUp() {
    await requests.presign(200);
    await runClosed();
  }

  async function findPeak(seconds) {
    await warmUp();
    const base = await runClosed();
    const tries = [];
    for (const step of STEPS) tries.push(await run(base * step, seconds));
    return tries.reduce((best, one) => (one.goodput > best.goodput ? one : best));
  }

  return {
    run,
    runAndRecover,
    runClass,
    warmUp,
    findPeak,
    requests,
    close: () => wire.close(),
  };
}
