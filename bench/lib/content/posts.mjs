/*
 * What a post has depends on its number and the seed only, so several connections can make posts at
 * once, each its own numbers.
 */
const POSTS_AT_ONCE = 5_000;
const DEADLOCK = '40P01';

/**
 * A few members write most; every fifth post is anonymous; likes, views and comments gather on few;
 * one of a hundred titles and texts has a rare word.
 */
const POSTS = `
  insert into posts (id, board_type, anonymous, author_id, author_seal, title, content, content_text,
    created_at, view_count, like_count, comment_count)
  select n, board, board = 'SECRET',
    case when board <> 'SECRET' then author end,
    case when board = 'SECRET' then decode(md5('seal' || author), 'hex') end,
    title, '<p>' || body || '</p>', body, $3::timestamptz - make_interval(secs => ($6::integer - n) * 97),
    floor(3 / power(1.0005 - pg_temp.draw(n, 17), 0.9)), floor(0.5 / power(1.0005 - pg_temp.draw(n, 18), 0.7)),
    pg_temp.comments_of(n)
  from (
    select n,
      pg_temp.pick('{FREE,FREE,FREE,FREE,FREE,SECRET,SECRET,QNA,REVIEW,NOTICE_UNIV}'::text[], pg_temp.draw(n, 10)) as board,
      1 + floor($4::integer * power(pg_temp.draw(n, 11), 3)) as author,
      pg_temp.pick($5::text[], pg_temp.draw(n, 12)) || pg_temp.rarely($7::text[], n, 24) || ' ' || n as title,
      pg_temp.pick($5::text[], pg_temp.draw(n, 13)) || '. ' || pg_temp.pick($5::text[], pg_temp.draw(n, 14)) || '. '
        || pg_temp.pick($5::text[], pg_temp.draw(n, 15)) || '. ' || pg_temp.pick($5::text[], pg_temp.draw(n, 16)) || '.'
        || pg_temp.rarely($7::text[], n, 26) as body
    from generate_series($1::integer, $2::integer) n
  ) as post`;

/** Most posts have few comments, some hundreds; every third comment is a reply to the first one. */
const COMMENTS = `
  insert into comments (id, post_id, parent_id, position, author_id, author_seal, content, reply_count, created_at)
  select id, post_id, case when is_reply then id - position + 1 end, position,
    case when not anonymous then author end,
    case when anonymous then decode(md5('seal' || author), 'hex') end,
    content,
    case when position = 1 then count(*) filter (where is_reply) over (partition by post_id) else 0 end,
    created_at
  from (
    select $6::bigint + row_number() over (order by posts.id, position) as id, posts.id as post_id,
      posts.anonymous, position, position > 1 and pg_temp.draw(key, 22) < 0.33 as is_reply,
      1 + floor($4::integer * power(pg_temp.draw(key, 21), 3)) as author,
      pg_temp.pick($5::text[], pg_temp.draw(key, 23)) as content,
      least(posts.created_at + make_interval(mins => position), $3::timestamptz) as created_at
    from posts
    cross join lateral generate_series(1, posts.comment_count) position
    cross join lateral (select posts.id * 1000 + position as key) as keyed
    where posts.id between $1 and $2
  ) as comment`;

const FUNCTIONS = (seed) => `
  create function pg_temp.draw(n bigint, salt bigint) returns double precision
    language sql immutable
    return (hashint8extended(n, ${Number(seed)}::bigint * 1000 + salt) & 9007199254740991) / 9007199254740992.0::double precision;
  create function pg_temp.pick(words text[], share double precision) returns text
    language sql immutable return words[1 + floor(cardinality(words) * share)::integer];
  create function pg_temp.rarely(words text[], n bigint, salt bigint) returns text
    language sql immutable return
      case when pg_temp.draw(n, salt) < 0.01 then ' ' || pg_temp.pick(words, pg_temp.draw(n, salt + 1)) else '' end;
  create function pg_temp.comments_of(n bigint) returns integer
    language sql immutable return floor(2.32 / power(1.0005 - pg_temp.draw(n, 20), 0.6))::integer`;

/** `draw(n, salt)` is a number from 0 to 1 that depends on both and the seed only. */
export function defineFunctions(client, seed) {
  return client.query(FUNCTIONS(seed));
}

/** The posts in parts, each with the number of comments of those before it. */
async function partsOf(client, posts) {
  const { rows } = await client.query(
    `select 1 + part * $2 as first, least($1, (part + 1) * $2) as last,
       coalesce(sum(comments) over (order by part rows between unbounded preceding and 1 preceding), 0)::integer as before
     from (
       select (n - 1) / $2 as part, sum(pg_temp.comments_of(n)) as comments
       from generate_series(1, $1::integer) n group by 1
     ) as parts order by part`,
    [posts, POSTS_AT_ONCE],
  );
  return rows;
}

async function addPart(client, { first, last, before }, { posts, members, until, words }) {
  const common = [first, last, until, members, words.sentences];
  await untilNoDeadlock(() => client.query(POSTS, [...common, posts, words.rare]));
  await client.query(COMMENTS, [...common, before]);
}

/** Parts deadlock when triggers lock the rows that they share in different orders. */
async function untilNoDeadlock(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== DEADLOCK) throw error;
    }
  }
}

/** Adds posts and comments over several connections, each part in a transaction of its own. */
export async function addPosts(clients, content) {
  const parts = await partsOf(clients[0], content.posts);
  const waiting = parts.values();
  const addInTurn = async (client) => {
    for (const part of waiting) await addPart(client, part, content);
  };
  await Promise.all(clients.map(addInTurn));
  await clients[0].query(
    `insert into board_counters (board_type, post_count)
     select board_type, count(*) from posts group by board_type`,
  );
}
