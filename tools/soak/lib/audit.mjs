import { setTimeout as delay } from 'node:timers/promises';
import { findBrokenRows } from '../../../apps/server/src/testing/invariants.ts';
import { call } from './site.mjs';

/** For each kind of write how many of those that were acknowledged are not stored exactly once. */
const MISSING = {
  posts: `select count(*) from jsonb_to_recordset($1) as w (id bigint, title text)
    where (select count(*) from posts p where p.id = w.id and p.title = w.title) <> 1`,
  comments: `select count(*) from jsonb_to_recordset($1) as w (post bigint, content text)
    where (select count(*) from comments c where c.post_id = w.post and c.content = w.content) <> 1`,
  likes: `select count(*) from jsonb_to_recordset($1) as w (post bigint, member bigint)
    where not exists (select from post_likes l where l.post_id = w.post and l.member_id = w.member)`,
  messages: `select count(*) from jsonb_to_recordset($1) as w (room bigint, "clientId" text)
    where (select count(*) from chat_messages m where m.room_id = w.room and m.client_id = w."clientId") <> 1`,
  joins: `select count(*) from jsonb_to_recordset($1) as w (member bigint, lecture bigint)
    where not exists (select from lecture_marks m where m.member_id = w.member and m.lecture_id = w.lecture)`,
};

/** How many of the acknowledged writes are lost, or stored twice. */
export async function countLost(query, acked) {
  let lost = 0;
  for (const [kind, text] of Object.entries(MISSING)) {
    const [{ count }] = await query(text, [JSON.stringify(acked[kind])]);
    lost += Number(count);
  }
  return lost;
}

/** Rows without the row that a foreign key names, of all foreign keys of the schema. */
async function findOrphans(query) {
  const keys = await query(
    `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select array_agg(quote_ident(attname) order by n) from unnest(conkey) with ordinality k (at, n)
         join pg_attribute on attrelid = conrelid and attnum = at) as own,
       (select array_agg(quote_ident(attname) order by n) from unnest(confkey) with ordinality k (at, n)
         join pg_attribute on attrelid = confrelid and attnum = at) as their
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const parts = keys.map(({ name, child, parent, own, their }) => {
    const on = own.map((column, n) => `p.${their[n]} = c.${column}`).join(' and ');
    const set = own.map((column) => `c.${column} is not null`).join(' and ');
    return `select '${name}' as name, count(*) from ${child} c
      where ${set} and not exists (select from ${parent} p where ${on})`;
  });
  const rows = await query(`select * from (${parts.join(' union all ')}) as k where count > 0`);
  return rows.map(({ name, count }) => `${name}: ${count} rows without a parent`);
}

/** Lines about what is half or does not agree: counters, parts that belong together, foreign keys. */
export async function findHalf(query) {
  return [...(await findBrokenRows((text) => query(text))), ...(await findOrphans(query))];
}

/** What is wrong with the first index that does not agree with its table; adds an extension to the database. */
export async function findBrokenIndexes(query) {
  await query('create extension if not exists amcheck');
  const check = `select bt_index_check(c.oid::regclass, true) from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am on pg_am.oid = c.relam
    where amname = 'btree' and c.relnamespace = 'public'::regnamespace and indisvalid and indisready`;
  return query(check).then(
    () => [],
    (error) => [error.message],
  );
}

const PATIENCE_MS = 120_000;

/** Has the installation check its stored data; resolves with the report. */
export async function checkIntegrity({ server, admin }) {
  const read = () => call(server.url, admin, { path: '/api/admin/integrity' });
  const before = (await read()).latest?.id ?? 0;
  await call(server.url, admin, { method: 'POST', path: '/api/admin/integrity/run' });
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { latest } = await read();
    if (latest !== null && latest.id > before) return latest;
    if (performance.now() > deadline) throw new Error('The check of the stored data does not end.');
    await delay(100);
  }
}

/** Lines about the checks that found something or failed. */
export const faultsIn = ({ checks }) =>
  checks
    .filter(({ state }) => state !== 'WELL')
    .map(({ check, state, faults, examples }) => `${check} ${state}: ${faults} (${examples})`);
