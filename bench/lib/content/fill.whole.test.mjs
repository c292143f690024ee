import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../../apps/server/src/testing/database.ts';
import { fill, sizesFor } from './fill.mjs';

const UNTIL = new Date('2026-04-01T00:00:00Z');
const SIZES = { posts: 300, members: 50 };
/** One hash over all rows of all tables. */
const HASH = `select md5(string_agg(hash, '' order by hash)) as hash from (
  select md5(m::text) as hash from (select id, username, nickname from members) m
  union all select md5(p::text) from posts p
  union all select md5(c::text) from comments c
  union all select md5(n::text) from notifications n) as hashes`;

const databases = [];

async function filled(seed) {
  const database = await createTestDatabase(inject('adminUrl'));
  databases.push(database);
  await fill(database.url, { ...SIZES, seed, until: UNTIL });
  const { rows } = await database.pool.query(HASH);
  return { hash: rows[0].hash, pool: database.pool };
}

let first;
beforeAll(async () => {
  first = await filled(1);
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

describe('the generated data', () => {
  it('is the same for the same seed and another for another', async () => {
    expect((await filled(1)).hash).toBe(first.hash);
    expect((await filled(2)).hash).not.toBe(first.hash);
  });

  it('has true counters, replies to top-level comments and what triggers maintain', async () => {
    const wrong = await first.pool.query(`
      select 1 from posts p where comment_count <> (select count(*) from comments where post_id = p.id)
      union all select 1 from comments c where reply_count <> (select count(*) from comments where parent_id = c.id)
      union all select 1 from comments c join comments parent on parent.id = c.parent_id
        where parent.post_id <> c.post_id or parent.parent_id is not null
      union all select 1 from board_counters b
        where post_count <> (select count(*) from posts p where p.board_type = b.board_type)
      union all select 1 from board_counters b
        where post_count <> (select max(rank) from page_anchors a where a.board_type = b.board_type)`);
    expect(wrong.rows).toEqual([]);
    const search = await first.pool.query('select post_id from post_search');
    expect(search.rows).toHaveLength(SIZES.posts);
  });

  it('leaves the schema as it was: indexes, triggers and settings of the tables', async () => {
    const empty = await createTestDatabase(inject('adminUrl'));
    databases.push(empty);
    const schema = `select indexdef from pg_indexes where schemaname = 'public'
      union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select concat(tgrelid::regclass, tgenabled, count(*)) from pg_trigger where tgisinternal group by tgrelid, tgenabled
      union all select concat(relname, reloptions) from pg_class where relnamespace = 'public'::regnamespace
      order by 1`;
    expect((await first.pool.query(schema)).rows).toEqual((await empty.pool.query(schema)).rows);
  });

  it('is refused for a size that is no number of posts', () => {
    for (const posts of [999, 1_000_001, 1.5, Number.NaN]) {
      expect(() => sizesFor(posts)).toThrow('a whole number');
    }
  });
});
