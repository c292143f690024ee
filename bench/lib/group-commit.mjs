import { setTimeout as delay } from 'node:timers/promises';

/** Connections report what they did once a second. */
const REPORT_MS = 1_100;

/**
 * How many writing transactions share one write of the log to disk while `run` is under way: about 1
 * when each commit waits for its own, more when PostgreSQL commits them in groups. `client` is a
 * connection to the database, which nothing else may use meanwhile.
 */
export async function commitsPerSync(client, run) {
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
