import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededDraws } from '../../../bench/lib/content/words.mjs';
import { median } from '../../../bench/lib/numbers.mjs';
import { atMost, none, noted } from '../../../bench/lib/rows.mjs';
import { checkIntegrity, countLost, faultsIn, findBrokenIndexes, findHalf } from '../lib/audit.mjs';
import { openSite } from '../lib/site.mjs';
import { startWriters } from '../lib/writers.mjs';

/** The database's process; throws when the file names none, or one that works elsewhere. */
function postmasterOf(dataDir) {
  const folder = join(dataDir, 'postgres');
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(folder)) {
    throw new Error(`process ${pid} is not the database of ${folder}`);
  }
  return pid;
}

const kill = (pid) => {
  // Other numbers stand for groups of processes.
  if (!(pid > 1)) throw new Error(`no process to end: ${pid}`);
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};

/** Ways to end an installation without warning, each by kill -9. */
export const KILLS = {
  both: ({ server, dataDir }) => {
    const database = postmasterOf(dataDir);
    kill(server.pid);
    kill(database);
  },
  database: ({ dataDir }) => kill(postmasterOf(dataDir)),
  server: ({ server }) => kill(server.pid),
};

const KILLS_USUAL = 50;
const KILLS_SHORT = 2;
const WRITERS = 32;
const WRITERS_SHORT = 16;
const BACK_MS = 5_000;
/** What does not serve again within this time is taken for lost. */
const PATIENCE_MS = 60_000;
/** A kill comes at a moment between these, in milliseconds of writing. */
const MOMENTS = { from: 200, to: 2_000 };
const MOMENTS_SHORT = { from: 200, to: 700 };
/** Kills until people get new access tokens, which are valid for a quarter of an hour. */
const SIGN_IN_EVERY = 20;
const NAMES = Object.keys(KILLS);

async function killOnce(site, writers, name) {
  const acked = writers.total();
  const killedAt = performance.now();
  const back = writers.firstAfter(killedAt);
  KILLS[name](site);
  if (name !== 'database') {
    await site.server.stop();
    await site.restart();
  }
  const late = delay(PATIENCE_MS, killedAt + PATIENCE_MS, { ref: false });
  const took = (await Promise.race([back, late])) - killedAt;
  return { name, took, acked };
}

async function audit(site, writers) {
  await writers.hold();
  const [lost, half] = await site.withQuery(async (query) => [
    await countLost(query, writers.acked),
    await findHalf(query),
  ]);
  for (const line of half) console.log(`    ${line}`);
  return { lost, half: half.length };
}

function rowsOf(rounds, { writers, count, faults }) {
  const acked = writers.total();
  const of = (name) => rounds.filter((round) => round.name === name);
  const lost = rounds.reduce((sum, round) => sum + round.lost, 0);
  const half = rounds.reduce((sum, round) => sum + round.half, 0);
  const times = rounds.map(({ took }) => took);
  const kills = NAMES.map((name) => `${of(name).length} ${name}`).join(', ');
  return [
    none(
      'acknowledged writes lost after kill -9',
      lost,
      `of ${acked}, ${rounds.length} kills (${kills}) under ${count} writers`,
    ),
    none('half objects, wrong counters, orphans after kill -9', half + faults.length),
    atMost('serving again after kill -9, slowest', BACK_MS, Math.max(...times), {
      unit: 'ms',
      note: `median ${Math.round(median(times))} ms; ${NAMES.filter((name) => of(name).length > 0)
        .map((name) => `${name} ${Math.round(Math.max(...of(name).map(({ took }) => took)))}`)
        .join(', ')}`,
    }),
    none(
      'responses with 500, as errors of the server itself',
      writers.statuses.get(500) ?? 0,
      `of ${[...writers.statuses.values()].reduce((sum, number) => sum + number, 0)}`,
    ),
    noted(
      'responses to the writers',
      [...writers.statuses].map(([status, number]) => `${status}: ${number}`).join(', '),
    ),
  ];
}

/** R1: server, database or both are killed at random moments under load; nothing acknowledged is lost. */
export async function measureKills({ temp, seed, scale, isShort }) {
  const draw = seededDraws(seed);
  const site = await openSite(temp);
  const count = isShort ? WRITERS_SHORT : WRITERS;
  const kills = isShort ? KILLS_SHORT : Math.max(KILLS_SHORT, Math.round(KILLS_USUAL * scale));
  const { from, to } = isShort ? MOMENTS_SHORT : MOMENTS;
  const writers = startWriters(site.server.url, { count, seed, ...site.given });
  const rounds = [];
  for (let n = 0; n < kills; n += 1) {
    if (n > 0 && n % SIGN_IN_EVERY === 0) await site.signInAgain();
    writers.resume();
    await delay(from + draw() * (to - from));
    // Each way once, then by chance.
    const name = NAMES[n < NAMES.length ? n : Math.floor(draw() * NAMES.length)];
    const round = await killOnce(site, writers, name);
    const found = await audit(site, writers);
    rounds.push({ ...round, ...found });
    console.log(
      `  kill ${n + 1} of ${kills}, ${name}: back after ${Math.round(round.took)} ms, ${found.lost} lost, ${found.half} half, ${round.acked} acknowledged`,
    );
  }
  await writers.end();
  const faults = [
    ...faultsIn(await checkIntegrity(site)),
    ...(await findBrokenIndexes(site.query)),
  ];
  for (const line of faults) console.log(`    ${line}`);
  await site.server.stop();
  return rowsOf(rounds, { writers, count, faults });
}
