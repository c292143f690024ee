import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../db/client.ts';
import { grantServerRole } from '../db/grants.ts';
import { PATIENT_MS, type TestDatabase } from './database.ts';

/**
 * Connects to the database as a role of its own with the rights of a server; the role of the embedded
 * database is one for the whole cluster, and other test files change its password.
 */
export async function connectAsServer(database: Pick<TestDatabase, 'url'>) {
  const name = `server_${randomBytes(4).toString('hex')}`;
  await runAsAdmin(`create role ${name} login nobypassrls password '${name}'`);
  await grantServerRole(database.url, name);
  const url = new URL(database.url);
  url.username = name;
  url.password = name;
  const client = connect(url.href, {
    waitMs: PATIENT_MS,
    onError: (error) => {
      throw error;
    },
  });
  return {
    ...client,
    /** Takes its rights in the database back, too. */
    dropRole: () => runIn(database.url, `drop owned by ${name}`, `drop role ${name}`),
  };
}

export async function runAsAdmin(...statements: string[]): Promise<void> {
  await runIn(inject('adminUrl'), ...statements);
}

async function runIn(connectionString: string, ...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}
