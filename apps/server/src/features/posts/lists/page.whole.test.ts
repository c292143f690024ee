import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Executor } from '../../../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { pageHits } from './lists.repo.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
  // Every minute has four posts, of which two are on the same board.
  await database.pool.query(
    `insert into posts (board_type, title, content, content_text, created_at)
      select (array['FREE', 'QNA'])[1 + n % 2], 'a', 'a', 'a', '2026-01-01'::timestamptz + make_interval(mins => n / 4)
      from generate_series(1, 8000) n`,
  );
  await database.pool.query('select fold_pages()');
  await database.pool.query('analyze posts');
});
afterAll(() => database.drop());

const BOARDS = ['FREE', 'QNA', 'REVIEW'];

/** Any posts, the same for the same number. */
const some = (seed: number, count: number) => `id in (
  select id from posts order by md5(id::text || ${seed}) limit ${count})`;
const CHANGES = [
  (
    seed: number,
    count: number,
  ) => `insert into posts (board_type, title, content, content_text, created_at)
    select (array['FREE', 'QNA', 'REVIEW'])[1 + ${seed} % 3], 'b', 'b', 'b',
      '2026-01-01'::timestamptz + make_interval(mins => (${seed} * n) % 3000)
    from generate_series(1, ${count}) n`,
  (seed: number, count: number) => `update posts set deleted_at = now() where ${some(seed, count)}`,
  (seed: number, count: number) => `update posts set deleted_at = null where ${some(seed, count)}`,
  (seed: number, count: number) =>
    `update posts set pinned = not pinned where ${some(seed, count % 7)}`,
  (seed: number, count: number) => `delete from posts where ${some(seed, count)}`,
  (seed: number, count: number) =>
    `update posts set created_at = created_at - interval '1 day' where ${some(seed, count)}`,
  (seed: number, count: number) =>
    `update posts set board_type = 'REVIEW' where ${some(seed, count)}`,
  (seed: number, count: number) =>
    `update posts set view_count = view_count + 1 where ${some(seed, count)}`,
  () => 'select fold_pages()',
];
const anyChange = fc
  .tuple(fc.nat(CHANGES.length - 1), fc.integer({ min: 1, max: 9999 }), fc.nat(400))
  .map(([kind, seed, count]) => CHANGES[kind]?.(seed, count) ?? '');

async function readPage(db: Executor, boardType: string, limit: number, offset: number) {
  const number = (value: number) => sql`${value}`;
  const { rows } = await db.execute<{ hit_id: number }>(
    pageHits({ boardType: sql`${boardType}`, limit: number(limit), offset: number(offset) }),
  );
  return rows.map((row) => row.hit_id);
}

/** In one snapshot: every page has the posts that an offset of all posts gives, and the ranks are true. */
async function expectExactPages(size: number, pages?: number) {
  await database.db.transaction(
    async (tx) => {
      for (const boardType of BOARDS) {
        const { rows } = await tx.execute<{ id: number }>(
          sql`select id from posts where board_type = ${boardType} and deleted_at is null
            order by pinned desc, created_at desc, id desc`,
        );
        const ids = rows.map((row) => row.id);
        const last = Math.floor(ids.length / size) + 1;
        const step = pages === undefined ? 1 : Math.max(1, Math.floor(last / pages));
        for (let page = 0; page <= last; page += step) {
          const offset = page * size;
          expect(await readPage(tx, boardType, size, offset)).toEqual(
            ids.slice(offset, offset + size),
          );
        }
      }
      const wrong = await tx.execute(sql`select * from page_anchors a where rank
        + (select coalesce(sum(step), 0) from page_changes c where c.board_type = a.board_type
          and (c.pinned, c.created_at, c.post_id) < (a.pinned, a.created_at, a.post_id))
        <> (select count(*) from posts p where p.board_type = a.board_type and deleted_at is null
          and (p.pinned, p.created_at, p.id) < (a.pinned, a.created_at, a.post_id))`);
      expect(wrong.rows).toEqual([]);
    },
    { isolationLevel: 'repeatable read' },
  );
}

describe('pages of a board', () => {
  it('have the posts of an offset over all of them, before and after any changes', async () => {
    await expectExactPages(50);
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 8 }), async (changes) => {
        for (const change of changes) await database.pool.query(change);
        await expectExactPages(37, 12);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    await database.pool.query('select fold_pages()');
    await expectExactPages(50);
  });

  it('are exact in every snapshot while others write and the ranks are counted [LIST-04]', async () => {
    let isOver = false;
    const write = async (seed: number) => {
      for (let n = seed; !isOver; n += 7) {
        const change = CHANGES[n % 7]?.(n, n % 5) ?? '';
        // These writers take several posts in any order, unlike those of the app.
        await database.pool.query(change).catch((error) => {
          if (error.code !== '40P01') throw error;
        });
      }
    };
    const fold = async () => {
      while (!isOver) await database.pool.query('select fold_pages()');
    };
    const others = [write(1), write(2), write(3), write(5), fold(), fold()];
    for (let n = 0; n < 8; n += 1) await expectExactPages(10, 8);
    isOver = true;
    await Promise.all(others);
    const { rows } = await database.pool.query('select count(*) as folded from page_anchors');
    expect(rows[0].folded).toBeGreaterThan(10);
  });

  it('are right when an anchor has lost all posts behind it and new ones come', async () => {
    const { pool, db } = database;
    const write = (count: number, minute: number) =>
      pool.query(`insert into posts (board_type, title, content, content_text, created_at)
        select 'MARKET', 'c', 'c', 'c', '2026-01-01'::timestamptz + make_interval(mins => ${minute} + n)
        from generate_series(1, ${count}) n; select fold_pages()`);
    await write(400, 0);
    // The post of number 501 gets an anchor and is the newest one.
    await write(101, 400);
    await pool.query(`update posts set deleted_at = now()
      where board_type = 'MARKET' and created_at = (select max(created_at) from posts where board_type = 'MARKET')`);
    await pool.query('select fold_pages()');
    await pool.query(`insert into posts (board_type, title, content, content_text, created_at)
      select 'MARKET', 'd', 'd', 'd', '2026-02-01'::timestamptz + make_interval(mins => n) from generate_series(1, 12) n`);
    const { rows } = await pool.query(`select id from posts
      where board_type = 'MARKET' and deleted_at is null order by created_at desc limit 30`);
    const ids = rows.map(({ id }) => id);
    expect(await readPage(db, 'MARKET', 20, 0)).toEqual(ids.slice(0, 20));
    expect(await readPage(db, 'MARKET', 10, 10)).toEqual(ids.slice(10, 20));
  });

  it('are the same for posts from before the anchors', async () => {
    const folder = new URL('../../../../migrations/', import.meta.url);
    const file = readdirSync(folder).find((name) => name.endsWith('_page_anchors.sql'));
    const migration = readFileSync(new URL(String(file), folder), 'utf8');
    const [totals] = migration.match(/INSERT INTO page_anchors[^;]+GROUP BY board_type;/) ?? [];
    await database.pool.query(
      `truncate page_anchors, page_changes; ${totals}; select fold_pages()`,
    );
    await expectExactPages(50);
  });
});
