import { install } from '../../../bench/lib/installation.mjs';
import { ownCores } from '../../../bench/lib/own-cores.mjs';
import { byKind, createOverload } from '../../../bench/lib/parts/overload.mjs';
import { atLeast, atMost, none, noted } from '../../../bench/lib/rows.mjs';
import { startScript } from '../lib/site.mjs';

const POSTS = 5_000;
const SECONDS = 5;
const FACTORS = [5, 20];
const GOODPUT = 0.8;
const ACCEPTED_MS = 1_000;
const REFUSED_MS = 50;
const NORMAL_MS = 5_000;
const UNIT = { unit: 'ms' };
/** Addresses of clients come from a header. */
const HOW = { args: startScript, env: { TRUST_PROXY: 'loopback' } };

const whole = (milliseconds) => `${Math.round(milliseconds)} ms`;

function rowsOfFlood(factor, { flood, recovery }, peak) {
  const what = `overload ${factor}x`;
  const { offered, goodput } = flood;
  const note = `${Math.round(goodput)} a second of ${Math.round(peak)}, ${Math.round(offered)} sent`;
  const share = `${what}: share of the peak that is of use`;
  const kinds = byKind(flood.results, SECONDS).map(([kind, { p99 }]) => `${kind} ${whole(p99)}`);
  const unanswered = flood.results.filter(({ status }) => status === 0);
  return [
    factor === FACTORS[0]
      ? atLeast(share, GOODPUT, goodput / peak, { note })
      : noted(share, `${(goodput / peak).toFixed(2)} (${note})`),
    atMost(`${what}: p99 of what succeeds`, ACCEPTED_MS, flood.p99, {
      ...UNIT,
      note: kinds.join(', '),
    }),
    flood.refused === 0
      ? noted(`${what}: p99 of refusals`, 'nothing was refused')
      : atMost(`${what}: p99 of refusals`, REFUSED_MS, flood.refusalP99, {
          ...UNIT,
          note: `median ${whole(flood.refusalP50)} of ${flood.refused}`,
        }),
    none(`${what}: refusals without Retry-After`, flood.withoutRetryAfter),
    none(`${what}: requests without a response`, unanswered.length),
    none(`${what}: health checks that failed`, flood.health.failed),
    atMost(`${what}: back to normal at 0.5x`, NORMAL_MS, recovery, UNIT),
  ];
}

/** R12: a class at once, then five and twenty times what the server can do, each followed by half of it. */
export async function measureOverload({ temp }) {
  const { how, note, release } = ownCores(HOW);
  const installation = await install(temp, POSTS, how);
  const overload = await createOverload(installation);
  try {
    const { goodput: peak } = await overload.findPeak(SECONDS);
    const crowd = await overload.runClass(SECONDS);
    const rows = [
      noted('peak', `${Math.round(peak)} a second of use; ${note}`),
      none('a class without a pause: refused', crowd.refused, `p99 ${Math.round(crowd.p99)} ms`),
    ];
    for (const factor of FACTORS) {
      const found = await overload.runAndRecover([factor * peak, peak / 2], SECONDS);
      rows.push(...rowsOfFlood(factor, found, peak));
    }
    return rows;
  } finally {
    overload.close();
    await installation.server.stop();
    release();
  }
}
