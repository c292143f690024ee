import { cp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { locateBinaries } from '../platform/database/binaries.ts';
import { startEmbedded } from '../platform/database/embedded.ts';
import { choosePlacement, thisMachine } from '../platform/database/placement.ts';
import { startPostgres } from '../platform/database/postgres-process.ts';
import { connectionUrl, socketIn } from '../platform/database/socket-folder.ts';
import { makeDataFolder } from './data-folder.ts';
import type { TestDatabase } from './database.ts';

const NOT_COPIED = /postmaster\.(pid|opts)$|\.s\.PGSQL\.\d+(\.lock)?$/;
const ignore = () => undefined;

export interface TestPair {
  /** The migrated primary. */
  database: TestDatabase;
  replicaUrl: string;
  /** Ends the replica without a clean stop. */
  killReplica(): Promise<void>;
  /** After everything that uses them. */
  stop(): Promise<void>;
}

/** Starts a primary of its own with a streaming replica, both of the packaged PostgreSQL. */
export async function startPair(): Promise<TestPair> {
  const [dataDir, replicaDir] = [
    await makeDataFolder('naru-primary-'),
    await makeDataFolder('naru-replica-'),
  ];
  const primary = await startEmbedded({
    dataDir,
    durable: false,
    log: ignore,
    onUnexpectedExit: ignore,
  });
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  // As in production: a commit is in the log before others see it.
  await admin.query('alter database postgres set synchronous_commit = on');
  await copyCluster(admin, dataDir, replicaDir, primary.url);
  await admin.end();
  const [replica] = await Promise.all([
    startCopy(replicaDir),
    migrateDatabase(primary.url, { durable: false }),
  ]);
  const { username, password } = new URL(primary.url);
  const client = connect(primary.url, { onError: ignore });
  return {
    database: { ...client, url: primary.url, drop: client.close },
    replicaUrl: connectionUrl(username, password, replica.address),
    killReplica: async () => {
      process.kill(replica.running.pid, 'SIGQUIT');
      await replica.running.ended;
    },
    stop: async () => {
      await replica.running.stop();
      await primary.stop();
      for (const folder of [dataDir, replicaDir]) {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Copies the files of a running cluster, whose log makes them whole. */
async function copyCluster(admin: pg.Client, from: string, to: string, url: string) {
  await admin.query(`select pg_backup_start('replica', true)`);
  const cluster = join(to, 'postgres');
  await cp(await realpath(join(from, 'postgres')), cluster, {
    recursive: true,
    filter: (path) => !NOT_COPIED.test(path),
  });
  const { rows } = await admin.query('select labelfile from pg_backup_stop(false)');
  await writeFile(join(cluster, 'backup_label'), rows[0].labelfile);
  await writeFile(join(cluster, 'standby.signal'), '');
  const { username, password, hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname);
  await writeFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${username} password=${password}'\n`,
  );
}

async function startCopy(dataDir: string) {
  const binaries = await locateBinaries();
  const placement = await choosePlacement({ dataDir, binaries, machine: thisMachine, log: ignore });
  const cluster = await realpath(join(placement.home, 'postgres'));
  const address = socketIn(cluster);
  if (address === null) throw new Error('TMPDIR is too long for a socket');
  const running = await startPostgres({ placement, cluster, address, durable: false, log: ignore });
  return { running, address };
}
