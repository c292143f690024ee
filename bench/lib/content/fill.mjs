import { availableParallelism } from 'node:os';
import pg from 'pg';
import { PlainError } from '../../../scripts/lib/progress.mjs';
import { addPosts, defineFunctions } from './posts.mjs';
import { makeRareWords, makeSentences, seededDraws } from './words.mjs';

const SEED = 20_260_401;
const POSTS_MAX = 1_000_000;
const MEMBERS = { perPost: 1 / 50, min: 2_000, max: 20_000 };
const TABLES = ['members', 'posts', 'post_search', 'comments', 'notifications'];
const CONNECTIONS_MAX = 4;

/** Numbers of rows that belong to a number of posts; each post has five comments on average. */
export function sizesFor(posts) {
  if (!Number.isInteger(posts) || posts < 1_000 || posts > POSTS_MAX) {
    throw new PlainError(`posts: a whole number from 1,000 to ${POSTS_MAX}`);
  }
  const members = Math.round(posts * MEMBERS.perPost);
  return { posts, members: Math.min(MEMBERS.max, Math.max(MEMBERS.min, members)) };
}

/** The words that the content of a seed is made of. */
export function wordsFor(seed = SEED) {
  const draw = seededDraws(seed);
  return { sentences: makeSentences(draw), rare: makeRareWords(draw) };
}

/**
 * Fills an empty, migrated database inside PostgreSQL. The same seed gives the same rows; their times
 * count back from `until`. Triggers of the schema fire, only the checks of foreign keys are off
 * meanwhile, so it needs a superuser.
 */
export async function fill(url, { posts, members, seed = SEED, until = startOfToday() }) {
  const clients = await connectAll(url, seed);
  const [client] = clients;
  const words = wordsFor(seed);
  try {
    const restore = await prepareTables(client);
    await addMembers(client, members);
    await addPosts(clients, { posts, members, until, words });
    const readers = { members: Math.min(members, MEMBERS.min) };
    await addNotifications(client, { ...readers, posts, until, sentences: words.sentences });
    await restore(clients);
    await settle(client);
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

function connectAll(url, seed) {
  const connections = Math.min(CONNECTIONS_MAX, availableParallelism());
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`set jit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB';
        set synchronous_commit = off`);
      await defineFunctions(client, seed);
      return client;
    }),
  );
}

function startOfToday() {
  return new Date(new Date().setUTCHours(0, 0, 0, 0));
}

/**
 * Drops indexes, which are built after the rows several times faster; constraints stay. Turns off
 * autovacuum and the checks of foreign keys. Returns a function that puts everything back.
 */
async function prepareTables(client) {
  const { rows: indexes } = await client.query(
    `select indexname, indexdef from pg_indexes
     where schemaname = 'public' and tablename = any($1)
       and indexname not in (select conname from pg_constraint) order by indexname`,
    [TABLES],
  );
  const { rows: checks } = await client.query(
    `select tgrelid::regclass::text as of, tgname as name
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where tgisinternal and relnamespace = 'public'::regnamespace`,
  );
  const switchChecks = async (word) => {
    for (const { of, name } of checks) {
      await client.query(`alter table ${of} ${word} trigger "${name}"`);
    }
  };
  const onTables = async (setting) => {
    for (const table of TABLES) await client.query(`alter table ${table} ${setting}`);
  };
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  await switchChecks('disable');
  await onTables('set (autovacuum_enabled = off)');
  return async (clients) => {
    await buildIndexes(clients, indexes);
    await onTables('reset (autovacuum_enabled)');
    await switchChecks('enable');
  };
}

async function buildIndexes(clients, indexes) {
  const waiting = indexes.values();
  const buildInTurn = async (client) => {
    for (const { indexdef } of waiting) await client.query(indexdef);
  };
  await Promise.all(clients.map(buildInTurn));
}

/** Adds students with the ids from 1, to an empty database. */
export async function addMembers(client, members) {
  await client.query(
    `insert into members (id, username, email, nickname, name, password_hash)
     select n, 'bench' || n, 'bench' || n || '@naru.localhost', '측정' || n, '측정', 'none'
     from generate_series(1, $1::integer) n`,
    [members],
  );
  await client.query(
    `insert into member_roles (member_id, role)
     select n, role from generate_series(1, $1::integer) n, unnest('{USER,STUDENT}'::text[]) role`,
    [members],
  );
}

/** Sixty for each of the members, ten of them unread. */
async function addNotifications(client, { posts, members, until, sentences }) {
  await client.query(
    `insert into notifications (member_id, type, sub_type, content, target_url, post_id, created_at, read_at)
     select member, 'comment', 'comment', pg_temp.pick($4::text[], pg_temp.draw(member * 100 + n, 30)),
       '/main/community/free/' || post, post,
       $3::timestamptz - make_interval(mins => n), case when n > 10 then $3::timestamptz end
     from (
       select member, n, 1 + floor($1::integer * pg_temp.draw(member * 100 + n, 31))::bigint as post
       from generate_series(1, $2::integer) member, generate_series(1, 60) n
     ) as notification`,
    [posts, members, until, sentences],
  );
}

async function settle(client) {
  for (const table of ['members', 'posts', 'comments']) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    );
  }
  await client.query('select fold_pages()');
  // Vacuums and writes to disk now, so that neither disturbs the measurement.
  await client.query('vacuum (freeze, analyze)');
  await client.query('checkpoint');
}
