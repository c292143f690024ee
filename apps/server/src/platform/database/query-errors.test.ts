import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backendTrouble } from './query-errors.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail('did not fail'),
    (error: Error) => error,
  );
}

it('a database whose socket is missing while it starts again is away [REL-05]', async () => {
  const error = await failureOf(new pg.Client({ host: folder }).connect());
  expect(backendTrouble(error)).toBe('away');
  expect(backendTrouble(new DrizzleQueryError('select 1', [], error))).toBe('away');
});

it('a file that is missing is no trouble of the database', async () => {
  expect(backendTrouble(await failureOf(readFile(join(folder, 'nothing'))))).toBeNull();
});
