import pg from 'pg';
import { seededDraws } from './draws.mjs';
import { makeSentences } from './words.mjs';

const SEED = 20_260_401;
const POSTS_MAX = 1_000_000;
const MEMBERS = { perPost: 1 / 50, min: 2_000, max: 20_000 };
const TABLES = ['members', 'posts', 'post_search', 'comments', 'notifications'];

/** Numbers of rows that belong to a number of posts; each post has five comments on average. */
export function sizesFor(posts) {
  if (!Number.isInteger(posts) || posts < 1_000 || posts > POSTS_MAX) {
    throw new Error(`posts: a whole number from 1,000 to ${POSTS_MAX}`);
  }
  const members = Math.round(posts * MEMBERS.perPost);
  return { posts, members: Math.min(MEMBERS.max, Math.max(MEMBERS.min, members)) };
}

/**
 * Fills an empty, migrated database inside PostgreSQL. The same seed gives the same rows; their times
 * count back from `until`. Needs a superuser: foreign keys and triggers are off meanwhile.
 */
export async function fill(url, { posts, members, seed = SEED, until = startOfToday() }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set jit = off;
      set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set synchronous_commit = off`);
    await defineDraws(client, seed);
    const sentences = makeSentences(seededDraws(seed));
    const indexes = await dropIndexes(client);
    await addMembers(client, members);
    await addPosts(client, { posts, members, until, sentences });
    await addComments(client, { posts, members, until, sentences });
    await countComments(client);
    await addNotifications(client, {
      posts,
      members: Math.min(members, MEMBERS.min),
      until,
      sentences,
    });
    for (const definition of indexes) await client.query(definition);
    await countPages(client);
    await settle(client);
  } finally {
    await client.end();
  }
}

function startOfToday() {
  return new Date(new Date().setUTCHours(0, 0, 0, 0));
}

/** `draw(n, salt)`: a number from 0 to 1 that depends on both and the seed only. */
async function defineDraws(client, seed) {
  await client.query(`
    create function pg_temp.draw(n bigint, salt bigint) returns double precision
      language sql immutable
      return (hashint8extended(n, ${Number(seed)}::bigint * 1000 + salt) & 9007199254740991) / 9007199254740992.0::double precision;
    create function pg_temp.pick(words text[], share double precision) returns text
      language sql immutable return words[1 + floor(cardinality(words) * share)::integer]`);
}

/** Indexes are built after the rows, which is several times faster; constraints stay. */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `select indexname, indexdef from pg_indexes
     where schemaname = 'public' and tablename = any($1)
       and indexname not in (select conname from pg_constraint) order by indexname`,
    [TABLES],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

async function addMembers(client, members) {
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

/** A few members write most; every fifth post is anonymous; likes and views gather on few. */
async function addPosts(client, { posts, members, until, sentences }) {
  await client.query(
    `insert into posts (id, board_type, anonymous, author_id, author_seal, title, content, content_text,
       created_at, view_count, like_count, hot_score)
     select n, board, board = 'SECRET',
       case when board <> 'SECRET' then author end,
       case when board = 'SECRET' then decode(md5('seal' || author), 'hex') end,
       title, '<p>' || body || '</p>', body, created_at, views, likes,
       ln(1 + 3 * likes + views / 10) / ln(2) + extract(epoch from created_at) / 129600
     from (
       select n,
         pg_temp.pick('{FREE,FREE,FREE,FREE,FREE,SECRET,SECRET,QNA,REVIEW,NOTICE_UNIV}'::text[], pg_temp.draw(n, 10)) as board,
         1 + floor($2::integer * power(pg_temp.draw(n, 11), 3)) as author,
         pg_temp.pick($4::text[], pg_temp.draw(n, 12)) || ' ' || n as title,
         pg_temp.pick($4::text[], pg_temp.draw(n, 13)) || '. ' || pg_temp.pick($4::text[], pg_temp.draw(n, 14)) || '. '
           || pg_temp.pick($4::text[], pg_temp.draw(n, 15)) || '. ' || pg_temp.pick($4::text[], pg_temp.draw(n, 16)) as body,
         $3::timestamptz - make_interval(secs => ($1::integer - n) * 97) as created_at,
         floor(3 / power(1.0005 - pg_temp.draw(n, 17), 0.9))::integer as views,
         floor(0.5 / power(1.0005 - pg_temp.draw(n, 18), 0.7))::integer as likes
       from generate_series(1, $1::integer) n
     ) as post`,
    [posts, members, until, sentences],
  );
  // What the trigger does for each of them.
  await client.query(`insert into post_search (post_id, board_type, created_at, author_id, tokens)
    select id, board_type, created_at, author_id,
      search_tokens(board_type, created_at, title, content_text)
    from posts`);
}

/** Most posts have few comments, some hundreds; every third comment is a reply to the first one. */
async function addComments(client, { posts, members, until, sentences }) {
  await client.query(
    `insert into comments (id, post_id, parent_id, position, author_id, author_seal, content, created_at)
     select row_number() over (order by post_id, position), post_id,
       case when position > 1 and pg_temp.draw(key, 22) < 0.33 then
         row_number() over (order by post_id, position) - position + 1 end,
       position,
       case when not anonymous then author end,
       case when anonymous then decode(md5('seal' || author), 'hex') end,
       pg_temp.pick($4::text[], pg_temp.draw(key, 23)), created_at
     from (
       select posts.id as post_id, anonymous, position, posts.id * 1000 + position as key,
         1 + floor($2::integer * power(pg_temp.draw(posts.id * 1000 + position, 21), 3)) as author,
         least(posts.created_at + make_interval(mins => position), $3::timestamptz) as created_at
       from posts
       cross join lateral generate_series(1, floor(2.32 / power(1.0005 - pg_temp.draw(posts.id, 20), 0.6))::integer) position
       where posts.id <= $1::integer
     ) as comment`,
    [posts, members, until, sentences],
  );
}

async function countComments(client) {
  await client.query(`update posts set comment_count = counted.comments from (
      select post_id, count(*) as comments from comments group by post_id
    ) as counted where posts.id = counted.post_id`);
  await client.query(`update comments set reply_count = counted.replies from (
      select parent_id, count(*) as replies from comments where parent_id is not null group by parent_id
    ) as counted where comments.id = counted.parent_id`);
  await client.query(`insert into board_counters (board_type, post_count)
    select board_type, count(*) from posts group by board_type`);
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

/** As the triggers and `fold_pages` do for posts that are written one by one. */
async function countPages(client) {
  await client.query(`insert into page_anchors (board_type, pinned, created_at, post_id, rank)
    select board_type, true, 'infinity', 9223372036854775807, count(*) from posts group by board_type`);
  await client.query('select fold_pages()');
}

async function settle(client) {
  for (const table of ['members', 'posts', 'comments']) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    );
  }
  // Nothing of it is left to the background, where it would disturb the measurement.
  await client.query('vacuum (freeze, analyze)');
  await client.query('checkpoint');
}
