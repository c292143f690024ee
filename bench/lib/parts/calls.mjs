import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, untilHealthy } from '../../../scripts/lib/built-server.mjs';
import { root } from '../../../scripts/lib/root.mjs';
import { start } from '../../../scripts/lib/run.mjs';
import { withColdCaches } from '../cold-caches.mjs';
import { seededDraws } from '../content/words.mjs';
import { inTurns, measure, medianOf } from '../load.mjs';
import { cpuOf } from '../processes.mjs';
import { rowOf } from '../targets.mjs';
import { workloadsOn } from '../workloads.mjs';

/*
 * NodeBB 4.10.3 on Redis with 10,000 topics: its share of the limit server's calls.
 */
export const PEER_SHARES = {
  // Measured beside an earlier Naru in October and November 2026, in NodeBB's fastest set-up: Naru's share
  // of the limit then, divided by how many times as many calls a second as NodeBB Naru served then.
  list: 0.41 / 6,
  detail: 0.3 / 8.7,
  'comment written': 0.21 / 1.5,
  // Measured beside the limit itself on 22 November 2026 with its default plugins, from processor time
  // per call; by calls a second on that busy machine the shares were smaller by 30 to 40 %.
  notifications: 0.051,
  'title search': 0.2,
  'title search, first time': 0.2,
};

/** Connections report what they did once a second. */
const REPORT_MS = 1_100;

/**
 * How many writing transactions share one write of the log to disk while `run` is under way: about 1
 * when each commit waits for its own, more when PostgreSQL commits them in groups. `client` is a
 * connection to the database, which nothing else may use meanwhile.
 */
async function commitsPerSync(client, run) {
  const before = await countSoFar(client);
  await run();
  await delay(REPORT_MS);
  const after = await countSoFar(client);
  return (after.commits - before.commits) / (after.syncs - before.syncs);
}

/** Only transactions that write take a transaction id. */
async function countSoFar(client) {
  const { rows } = await client.query(`
    select pg_snapshot_xmax(pg_current_snapshot())::text::double precision as commits,
      (select sum(fsyncs)::double precision from pg_stat_io where object = 'wal') as syncs`);
  return rows[0];
}

/** Starts the limit server on the database of a running server. */
async function startLimit({ databaseUrl, port }) {
  const entry = join(root, 'bench/lib/limit-server.mjs');
  const { pid, ended } = start(process.execPath, [entry], {
    env: { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: 'production' },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => {
    process.kill(pid, 'SIGTERM');
    return ended;
  };
  if (await untilHealthy(url, () => false)) return { url, pid, stop };
  throw new Error('the limit server did not start');
}

const COMMENT = 'comment written';
/** The rounds have the small ones. */
const ANOTHER_SEED = 100;

/** Measures single calls beside the limit server: for each workload its name and its rounds. */
export async function measureCalls(installation, { seconds, names }) {
  const { server, dataDir, databaseUrl } = installation;
  const limit = await startLimit({ databaseUrl, port: await freePort() });
  const measured = [];
  try {
    for (const workload of await workloadsOn(installation)) {
      if (names !== undefined && !names.includes(workload.name)) continue;
      console.log(`  ${workload.name}`);
      const sides = {
        naru: { url: server.url, cpu: server.cpu, work: workload },
        limit: { url: limit.url, cpu: () => cpuOf(limit.pid, dataDir), work: workload },
      };
      const turns = () => inTurns(sides, Math.min(seconds, workload.mostSeconds ?? seconds));
      const rounds = await (workload.isFirstTime ? withColdCaches(installation, turns) : turns());
      measured.push({ name: workload.name, rounds });
    }
  } finally {
    await limit.stop();
  }
  return measured;
}

/** How many commits share one write to disk while comments are written. */
export async function measureGroupCommit(installation, seconds) {
  const { server, query } = installation;
  const workload = (await workloadsOn(installation)).find(({ name }) => name === COMMENT);
  const client = { query: async (text) => ({ rows: await query(text) }) };
  const { url, cpu } = server;
  return commitsPerSync(client, () =>
    measure({ url, cpu, work: workload, seconds, draw: seededDraws(ANOTHER_SEED) }),
  );
}

export const shareOf = (rounds) =>
  medianOf(rounds, ({ naru, limit }) => naru.perSecond / limit.perSecond);
export const cpuShareOf = (rounds) => medianOf(rounds, ({ naru, limit }) => limit.cpu / naru.cpu);

/** Shares of the limit, and what follows from them and the share that NodeBB had. */
export function rowsOfCalls(measured) {
  const limits = measured.map(({ name, rounds }) => {
    const perSecond = Math.round(medianOf(rounds, ({ naru }) => naru.perSecond));
    const note = `by CPU ${cpuShareOf(rounds).toFixed(2)}; ${perSecond} a second`;
    return rowOf(`limit ${name}`, shareOf(rounds), note);
  });
  const peers = measured
    .filter(({ name }) => name in PEER_SHARES)
    .map(({ name, rounds }) =>
      rowOf(`peer ${name}`, shareOf(rounds) / PEER_SHARES[name], 'derived'),
    );
  return [...limits, ...peers];
}
