import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connect, type DatabaseClient } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';

const TEMPLATE = 'naru_template';
/** Race tests queue many statements on a machine that may be busy with other tests. */
export const PATIENT_MS = 30_000;

export interface TestDatabase extends DatabaseClient {
  url: string;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** Creates the migrated database that every test file copies. Once per run. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await runAdmin(adminUrl, `create database ${TEMPLATE}`);
  await migrateDatabase(withDatabase(adminUrl, TEMPLATE), { durable: false });
}

/** A migrated, empty database for one test file. */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  // Copying files is five times as fast as copying pages through the log.
  await runAdmin(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = withDatabase(adminUrl, name);
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
      await client.close();
      await runAdmin(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A database without any table; `drop` ends its connections. */
export async function createEmptyDatabase(adminUrl: string) {
  const name = `t_${randomBytes(6).toString('hex')}`;
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
