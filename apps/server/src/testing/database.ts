import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connect, type DatabaseClient } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { emptyDatabase, endConnections, readShape } from './empty-database.ts';

const TEMPLATE = 'naru_template';
/** Race tests queue many statements on a machine that may be busy with other tests. */
export const PATIENT_MS = 30_000;

export interface TestDatabase extends DatabaseClient {
  url: string;
  /** Closes the connections and gives the database back to later test files. */
  drop(): Promise<void>;
}

/** Creates the migrated database that test files copy. Once per run. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await runAdmin(adminUrl, `create database ${TEMPLATE}`);
  await migrateDatabase(withDatabase(adminUrl, TEMPLATE), { durable: false });
}

/** Databases that earlier test files of this process gave back; their rows are still there. */
const used: string[] = [];
let templateShape: string | undefined;

/** A migrated, empty database for one test file: one that is not used any more, or a new copy. */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = (await cleanUsed(adminUrl)) ?? (await copyTemplate(adminUrl));
  const url = withDatabase(adminUrl, name);
  let isBack = false;
  const client = connect(url, {
    waitMs: PATIENT_MS,
    onError: (error) => {
      throw error;
    },
  });
  return {
    ...client,
    url,
    drop: async () => {
      if (isBack) return;
      isBack = true;
      await client.close();
      await endConnections(url);
      used.push(name);
    },
  };
}

const newName = () => `t_${randomBytes(6).toString('hex')}`;

async function copyTemplate(adminUrl: string): Promise<string> {
  const name = newName();
  // Copying files is five times as fast as copying pages through the log.
  await runAdmin(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  templateShape ??= await readShape(withDatabase(adminUrl, name));
  return name;
}

/** Returns a database that was emptied, or null; drops those whose tables a test has changed. */
async function cleanUsed(adminUrl: string): Promise<string | null> {
  for (let name = used.pop(); name !== undefined; name = used.pop()) {
    if (await emptyDatabase(withDatabase(adminUrl, name), templateShape)) {
      // What still knows the former name reaches nothing, as if the database were gone.
      const renamed = newName();
      await runAdmin(adminUrl, `alter database ${name} rename to ${renamed}`);
      return renamed;
    }
    await runAdmin(adminUrl, `drop database if exists ${name} with (force)`);
  }
  return null;
}

/** A database without any table; `drop` ends its connections. */
export async function createEmptyDatabase(adminUrl: string) {
  const name = newName();
  await runAdmin(adminUrl, `create database ${name} strategy file_copy`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => runAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}

let admin: pg.Pool | undefined;

/** On one connection of the process, as many databases are made and dropped. */
async function runAdmin(adminUrl: string, statement: string): Promise<void> {
  admin ??= openAdmin(adminUrl);
  await admin.query(statement);
}

function openAdmin(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // The cluster may end while the connection is idle.
  pool.on('error', () => undefined);
  return pool;
}
