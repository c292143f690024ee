import { randomBytes } from 'node:crypto';
import { runOnce } from 'graphile-worker';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addJob, freeLostJobs } from '../domain/jobs/queue.repo.ts';
import { workerOptions } from '../domain/jobs/worker.ts';
import { connect } from './client.ts';
import { migrateDatabase } from './migrate.ts';

/** A role that owns its database and has no other rights, as typical behind DATABASE_URL. */
const name = `owner_${randomBytes(4).toString('hex')}`;
let admin: pg.Client;
let url: string;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  await admin.query(`create role ${name} login nosuperuser password '${name}'`);
  await admin.query(`create database ${name} owner ${name}`);
  const own = new URL(inject('adminUrl'));
  own.username = name;
  own.password = name;
  own.pathname = `/${name}`;
  url = own.href;
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${name}`);
  await admin.end();
});

it('the owner of a database migrates it, also from two servers at once, and runs jobs', async () => {
  await Promise.all([1, 2].map(() => migrateDatabase(url, { durable: false })));
  await migrateDatabase(url, { durable: false });
  const client = connect(url, {
    onError: (error) => {
      throw error;
    },
  });
  const seen: unknown[] = [];
  await addJob(client.db, 'greet', { name: '나루' });
  await freeLostJobs(client.db);
  const options = workerOptions({ pool: client.pool, log: pino({ level: 'silent' }) });
  await runOnce(options, { greet: async (payload) => void seen.push(payload) });
  expect(seen).toEqual([{ name: '나루' }]);
  await client.close();
});
