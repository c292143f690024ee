import pg from 'pg';
import { vi } from 'vitest';

export interface Statement {
  text: string;
  values: unknown[];
  /** Null for unnamed statements. */
  name: string | null;
}

/**
 * Records the SQL sent while `work` runs, except for the authentication of each request and the visit
 * stored with a member's first request of a day.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements = await recordAllStatements(work);
  return statements.filter(
    ({ name, text }) => name !== 'find_session' && !text.includes('daily_visitors'),
  );
}

export async function recordAllStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.map((call) => readCall(call));
  } finally {
    spy.mockRestore();
  }
}

function readCall([query, values]: readonly unknown[]): Statement {
  const config =
    typeof query === 'string'
      ? { text: query }
      : (query as { text: string; name?: string; values?: unknown[] });
  const given = Array.isArray(values) ? values : (config.values ?? []);
  return { text: config.text, values: given, name: config.name ?? null };
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Parent Relationship'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Sort Key'?: string[];
  Plans?: PlanNode[];
}

/** Returns every node of PostgreSQL's plan for the statement, the root first. */
export function explain(pool: pg.Pool, statement: Statement): Promise<PlanNode[]> {
  return planOf(pool, statement, 'format json');
}

/**
 * Runs the statement and returns the rows that its scans read, of them those of `posts`, and the pages
 * that it touched.
 */
export async function readCosts(pool: pg.Pool, statement: Statement) {
  const nodes = await planOf(pool, statement, 'analyze, buffers, format json');
  const rowsOf = (scans: PlanNode[]) =>
    scans.reduce((sum, node) => {
      const removed =
        (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      return sum + ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0);
    }, 0);
  const pages = (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0);
  const rows = rowsOf(nodes.filter((node) => node['Relation Name'] !== undefined));
  const posts = rowsOf(nodes.filter((node) => node['Relation Name'] === 'posts'));
  return { rows, posts, pages };
}

async function planOf(pool: pg.Pool, statement: Statement, options: string): Promise<PlanNode[]> {
  const { rows } = await pool.query({
    text: `explain (${options}) ${statement.text}`,
    values: statement.values,
  });
  const nodes: PlanNode[] = [];
  const waiting: PlanNode[] = [rows[0]['QUERY PLAN'][0].Plan];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    waiting.push(...(node.Plans ?? []));
  }
  return nodes;
}

/**
 * Inserts 100,000 posts on five boards, a hundred comments of every five-hundredth and sixty
 * notifications of each member, and analyses the tables.
 */
export async function fillWithPosts(url: string, now: Date): Promise<void> {
  // Has none of the server's limits, which a busy machine exceeds.
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await fill(pool, now);
  } finally {
    await pool.end();
  }
}

async function fill(pool: pg.Pool, now: Date): Promise<void> {
  const names = [
    'post_search_tokens_idx',
    'posts_likes_idx',
    'posts_comments_idx',
    'posts_unanswered_idx',
    'posts_market_idx',
    'posts_head_idx',
  ];
  const { rows: indexes } = await pool.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where indexname = any($1)',
    [names],
  );
  // Filling the tables at once and then creating these indexes is several times faster.
  await pool.query(`drop index ${names.join(', ')}; alter table posts disable trigger posts_search;
    alter table posts disable trigger posts_pages`);
  await pool.query(`insert into members (username, email, nickname, name, password_hash)
    select 'm' || n, 'm' || n || '@example.invalid', '항해' || n, '회원', '' from generate_series(1, 500) n`);
  await pool.query(
    `insert into board_heads (id, board_type, name, place) values (1, 'FREE', '정보', 1)`,
  );
  await pool.query(
    `insert into posts (board_type, head_id, anonymous, author_id, author_seal, title, content, content_text, created_at, view_count)
      select (array['FREE', 'REVIEW', 'QNA', 'MARKET', 'SECRET'])[1 + n % 5],
        case when n % 50 = 0 then 1 end,
        n % 5 = 4,
        case when n % 5 = 4 then null else 1 + n % 500 end,
        case when n % 5 = 4 then '\\x00'::bytea end,
        case when n % 10 = 0 then '수업 ' else '이야기 ' end || 1000 + n % 1000 || case when n % 5000 = 0 then ' 등대' else '' end,
        '<p>글</p>',
        '본문 ' || n % 1000 || case when n % 10 = 0 then ' 과제' else '' end || case when n % 5000 = 0 then ' 부표' else '' end,
        $1::timestamptz - make_interval(secs => n * 97), n % 300
      from generate_series(1, 100000) n`,
    [now],
  );
  await pool.query(`insert into board_counters (board_type, post_count)
    select board_type, count(*) from posts group by 1`);
  await pool.query(`insert into page_anchors (board_type, pinned, created_at, post_id, rank)
    select board_type, true, 'infinity', 9223372036854775807, count(*) from posts group by 1`);
  await pool.query('select fold_pages()');
  // Equal texts of one week have the same tokens.
  await pool.query(`with texts as materialized (
      select board_type, title, content_text, search_week(created_at) as week,
        search_tokens(board_type, min(created_at), title, content_text) as tokens
      from posts group by 1, 2, 3, 4
    )
    insert into post_search (post_id, board_type, created_at, author_id, tokens)
    select id, board_type, created_at, author_id, tokens
    from (select *, search_week(created_at) as week from posts) as post
    join texts using (board_type, title, content_text, week) order by id`);
  for (const { indexdef } of indexes) await pool.query(indexdef);
  await pool.query(`alter table posts enable trigger posts_search;
    alter table posts enable trigger posts_pages`);
  await pool.query(
    `insert into comments (post_id, position, author_id, content, created_at)
      select post * 500, position, 1 + position, '댓글', $1::timestamptz
      from generate_series(1, 200) post, generate_series(1, 100) position`,
    [now],
  );
  await pool.query(
    `insert into notifications (member_id, type, sub_type, content, target_url, post_id, created_at)
      select members.id, 'comment', 'comment', '알림', '/', n, $1::timestamptz - make_interval(mins => n)
      from members, generate_series(1, 60) n`,
    [now],
  );
  await pool.query('vacuum analyze posts, post_search, comments, notifications');
  await pool.query('analyze members, board_counters, page_anchors');
}
