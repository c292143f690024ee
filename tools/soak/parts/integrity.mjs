import { setTimeout as delay } from 'node:timers/promises';
import { must, none } from '../../../bench/lib/rows.mjs';
import { checkIntegrity, faultsIn } from '../lib/audit.mjs';
import { call, openSite } from '../lib/site.mjs';
import { startWriters } from '../lib/writers.mjs';

const WRITERS = 16;
const SECONDS_USUAL = 30;
/** Faults that somebody plants by hand, with the check that finds each. */
const PLANTED = {
  POST_COUNTS:
    'update posts set like_count = like_count + 3 where id = (select min(id) from posts)',
  COMMENT_COUNTS:
    'update comments set reply_count = reply_count + 1 where id = (select min(id) from comments)',
  LECTURE_COUNTS:
    'update lectures set marked_count = marked_count + 1 where id = (select min(id) from lectures)',
  BOARD_COUNTS: `update board_counters set post_count = post_count + 1 where board_type = 'FREE'`,
};

/** R19: nothing drifts under writers, also while it is checked; planted faults are found and healed. */
export async function measureIntegrity({ temp, seed, scale }) {
  const site = await openSite(temp);
  const { url } = site.server;
  const writers = startWriters(url, { count: WRITERS, seed, ...site.given });
  const until = performance.now() + SECONDS_USUAL * 1000 * scale;
  const drift = [];
  let checks = 0;
  while (performance.now() < until) {
    drift.push(...faultsIn(await checkIntegrity(site)));
    checks += 1;
    await delay(500);
  }
  await writers.end();
  drift.push(...faultsIn(await checkIntegrity(site)));
  for (const line of drift) console.log(`    ${line}`);
  for (const fault of Object.values(PLANTED)) await site.query(fault);
  const found = (await checkIntegrity(site)).checks.filter(({ state }) => state === 'FAULTY');
  const names = Object.keys(PLANTED);
  const missed = names.filter((name) => !found.some(({ check }) => check === name));
  for (const check of names) {
    const path = '/api/admin/integrity/recount';
    await call(url, site.admin, { method: 'POST', path, body: { check } });
  }
  const healed = await untilWell(site);
  await site.server.stop();
  return [
    none(
      'faults that checks report under writers',
      drift.length,
      `${checks} checks, ${writers.total()} writes`,
    ),
    none('planted faults that no check reports', missed.length, `of ${names.length}`),
    must('after counting again', 'no fault', healed.join(', ') || 'no fault', healed.length === 0),
  ];
}

/** Counting again follows in jobs; the faults that stay after some checks. */
async function untilWell(site) {
  let faults = [];
  for (let tries = 0; tries < 10; tries += 1) {
    faults = faultsIn(await checkIntegrity(site));
    if (faults.length === 0) return faults;
    await delay(500);
  }
  return faults;
}
