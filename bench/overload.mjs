import { join } from 'node:path';
import { serverEntry } from '../scripts/lib/build.mjs';
import { freePort } from '../scripts/lib/built-server.mjs';
import { root } from '../scripts/lib/root.mjs';
import { install, startServer } from './lib/installation.mjs';
import { ownCores } from './lib/own-cores.mjs';
import { byKind, createOverload } from './lib/parts/overload.mjs';
import { printTable } from './lib/rows.mjs';
import { numbersFrom, runBench } from './lib/run-bench.mjs';

/** Several times the load that the server can serve, and what it does then. */
const DEFAULTS = { posts: 10_000, seconds: 6 };
const SMALL = { posts: 1_000, seconds: 1 };
const FACTORS = [5, 20];
const HEADS = [
  'Load',
  'Sent /s',
  'Goodput /s',
  'Of peak',
  'Accepted p50',
  'p99',
  'worst',
  'Refused',
  'Refusal p50',
  'p99',
  'No Retry-After',
  'Failed',
  'Health worst',
  'Cores',
];

const whole = (number) => (Number.isNaN(number) ? '' : number.toFixed(number < 10 ? 1 : 0));
const rowOf = (name, one, peak) => [
  name,
  whole(one.offered),
  whole(one.goodput),
  peak === undefined ? '' : `${((100 * one.goodput) / peak).toFixed(0)} %`,
  whole(one.p50),
  whole(one.p99),
  whole(one.worst),
  one.refused,
  whole(one.refusalP50),
  whole(one.refusalP99),
  one.withoutRetryAfter,
  one.failed ? `${one.failed} (${one.failures})` : 0,
  `${whole(one.health.worst)}${one.health.failed > 0 ? `, ${one.health.failed} failed` : ''}`,
  one.cores === undefined ? '' : one.cores.toFixed(2),
];

/** The gauges of running and waiting requests; all are zero when nothing leaks. */
async function leftOver(port) {
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = page.match(/^naru_(requests_running|requests_waiting|pictures_pending).*$/gm) ?? [];
  return lines.filter((line) => !/ 0$/.test(line));
}

const rows = [];
function show(name, one, peak) {
  rows.push(rowOf(name, one, peak));
  console.log(rows.at(-1).join(' | '));
}

async function showClass(name, overload, seconds) {
  const found = await overload.runClass(seconds);
  for (const [kind, one] of byKind(found.results, seconds)) show(`${name}: ${kind}`, one);
}

async function showFlood(name, overload, { factor, peak, seconds }) {
  const rates = [factor * peak, peak / 2];
  const { flood, after, recovery } = await overload.runAndRecover(rates, seconds);
  show(`${name} ${factor}x`, flood, peak);
  for (const [kind, one] of byKind(flood.results, seconds)) show(`${name} ${factor}x ${kind}`, one);
  show(`${name} 0.5x after ${factor}x`, after, peak);
  console.log(`back to normal after ${factor}x: ${Math.round(recovery)} ms`);
}

/** Reads beside so many sign-ins or pictures. */
async function showReads(overload, { peak, seconds }) {
  const { of, presign } = overload.requests;
  const reads = () => ({ kind: 'read', bytes: of.read() });
  const readRate = peak / 4;
  show('reads alone', await overload.run(readRate, seconds, reads));
  for (const [name, kind, rate] of [
    ['sign-ins', 'signIn', 300],
    ['pictures', 'upload', 20],
  ]) {
    if (kind === 'upload') await presign(rate * seconds + 100);
    const share = rate / (rate + readRate);
    const next = () => (Math.random() < share ? { kind, bytes: of[kind]() ?? of.read() } : reads());
    const flood = await overload.run(rate + readRate, seconds, next);
    for (const [each, one] of byKind(flood.results, seconds))
      show(`flood of ${name}: ${each}`, one);
  }
}

/** The same class and the first overload without admission. */
async function showWithout(installation, how, { peak, seconds }) {
  const { dataDir, server } = installation;
  installation.server = await startServer({ dataDir, port: server.port, ...how });
  const overload = await createOverload(installation);
  await overload.warmUp();
  await showClass('class without admission', overload, seconds);
  await showFlood('without admission', overload, { factor: FACTORS[0], peak, seconds });
  overload.close();
}

await runBench(async (temp) => {
  const { posts, seconds } = numbersFrom(process.argv.slice(2), DEFAULTS, SMALL);
  const metricsPort = await freePort();
  // Addresses of clients come from a header, and connections stay open.
  const env = { METRICS_PORT: String(metricsPort), TRUST_PROXY: 'loopback' };
  const { how, note, release } = ownCores({ env, args: [serverEntry] });
  const installation = await install(temp, posts, how);
  const overload = await createOverload(installation);
  const best = await overload.findPeak(seconds);
  const peak = best.goodput;
  await showClass('class', overload, seconds);
  show('peak', best, peak);
  show('0.5x before', await overload.run(peak / 2, seconds), peak);
  for (const factor of FACTORS) await showFlood('', overload, { factor, peak, seconds });
  await showReads(overload, { peak, seconds });
  const left = await leftOver(metricsPort);
  overload.close();
  await installation.server.stop();
  release();
  const withoutAdmission = ['--import', 'tsx', join(root, 'bench/lib/without-admission.mjs')];
  await showWithout(installation, ownCores({ env, args: withoutAdmission }).how, { peak, seconds });
  await installation.server.stop();
  console.log('');
  printTable(HEADS, rows);
  console.log(note);
  console.log(`left over: ${left.join(', ') || 'nothing'}`);
});
