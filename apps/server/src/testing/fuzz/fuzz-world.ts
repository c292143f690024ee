import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { ForeignPageError } from '../../platform/foreign-pages/foreign-page.ts';
import type { Cell } from '../matrix/build.ts';
import { COLUMNS, type Column } from '../matrix/cells.ts';
import { REQUESTS } from '../matrix/requests.ts';
import { ROLE_MATRIX } from '../matrix/role-matrix.ts';
import { clearThrottles, createWorld, type World } from '../matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../test-app.ts';
import type { Group } from './cases.ts';
import { type Draft, draftOf } from './drafts.ts';

/** A server that reaches no other site. */
export function createFuzzApp(env: Record<string, string> = {}): Promise<TestApp> {
  return createTestApp({
    env,
    fetchPage: async () => {
      throw new ForeignPageError('UNREACHABLE', '연결할 수 없습니다.');
    },
  });
}

/** New members of every role; what the former ones wrote stays, but for their e-mails. */
export async function renewWorld(t: TestApp): Promise<World> {
  await t.services.events.drain();
  await t.db.execute(sql`delete from email_queue`);
  // Made without the call that knows their limit.
  await t.db.execute(sql`update service_keys set revoked_at = now() where revoked_at is null`);
  await rm(join(t.dataDir, 'outbox'), { recursive: true, force: true });
  t.logs.length = 0;
  return createWorld(t);
}

/** Cases may have made boards require a head, without which no valid request can be built on a post. */
export async function requireNoHeads(t: TestApp): Promise<void> {
  await t.db.execute(sql`update board_head_rules set is_required = false`);
}

export function memberOf(world: World, column: Column): SignedIn | null {
  if (column === 'An') return null;
  return column === 'Own' || column === 'Non' ? world.student : world.byRole[column];
}

/** The session of the member in this column has ended: another one takes the place. */
export async function replaceMember(world: World, column: Column): Promise<void> {
  if (column === 'An') return;
  if (column === 'Own' || column === 'Non') world.student = await world.t.signIn('STUDENT');
  else world.byRole[column] = await world.t.signIn(column);
}

/** A valid request of a line of the role matrix, on existing rows, and the column of its sender. */
export async function buildValid(
  world: World,
  call: string,
  { line, column }: Pick<Group, 'line' | 'column'>,
): Promise<{ draft: Draft; column: Column }> {
  const build = REQUESTS[call];
  const lines = ROLE_MATRIX.filter((one) => one.call === call);
  const chosen = lines[line % lines.length];
  if (build === undefined || chosen === undefined) throw new Error(`${call} is not in the matrix`);
  const columns = COLUMNS.filter((_, at) => chosen.cells[at] !== null);
  const own = columns[column % columns.length] ?? 'An';
  await clearThrottles(world.t);
  const cell: Cell = {
    caller: memberOf(world, own),
    owner: own === 'Own' ? world.student : world.other,
    variant: chosen.variant,
    isForged: own === 'Non',
  };
  const [method = ''] = call.split(' ');
  return { draft: draftOf(method, await build(world, cell)), column: own };
}

/** Ids of rows of all tables, also of deleted posts and of other members. */
export async function readIds(t: TestApp): Promise<number[]> {
  const { rows: tables } = await t.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'bigint' order by 1`);
  const parts = tables.map(
    ({ name }) => sql`(select id from ${sql.identifier(name)} order by id desc limit 12)`,
  );
  const { rows } = await t.db.execute<{ id: string }>(sql.join(parts, sql` union all `));
  return [...new Set(rows.map(({ id }) => Number(id)))].toSorted((a, b) => a - b);
}
