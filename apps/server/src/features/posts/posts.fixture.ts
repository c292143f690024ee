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
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls
      .map((call) => readCall(call))
      .filter(({ name, text }) => name !== 'find_session' && !text.includes('daily_visitors'));
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
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** Returns every node of PostgreSQL's plan for the statement, the root first. */
export function explain(pool: pg.Pool, statement: Statement): Promise<PlanNode[]> {
  return planOf(pool, statement, 'format json');
}

/** Runs the statement and returns the rows that its scans read and the pages that it touched. */
export async function readCosts(pool: pg.Pool, statement: Statement) {
  const nodes = await planOf(pool, statement, 'analyze, buffers, format json');
  const rows = nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .map((node) => {
      const removed =
        (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0);
    });
  const pages = (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0);
  return { rows: rows.reduce((sum, count) => sum + count, 0), pages };
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

/** Inserts 20,000 posts on five boards and analyses the tables. */
export async function fillWithPosts(pool: pg.Pool, now: Date): Promise<void> {
  const index = 'post_search_tokens_idx';
  const { rows } = await pool.query('select indexdef from pg_indexes where indexname = $1', [
    index,
  ]);
  // Filling the search table at once and then creating its index is several times faster.
  await pool.query(`drop index ${index}; alter table posts disable trigger posts_search`);
  await pool.query(`insert into members (username, email, nickname, name, password_hash)
    select 'm' || n, 'm' || n || '@example.invalid', '항해' || n, '회원', '' from generate_series(1, 500) n`);
  await pool.query(
    `insert into posts (board_type, anonymous, author_id, author_seal, title, content, content_text, created_at, view_count)
      select (array['FREE', 'REVIEW', 'QNA', 'MARKET', 'SECRET'])[1 + n % 5],
        n % 5 = 4,
        case when n % 5 = 4 then null else 1 + n % 500 end,
        case when n % 5 = 4 then '\\x00'::bytea end,
        case when n % 10 = 0 then '수업 ' else '이야기 ' end || n || case when n % 1000 = 0 then ' 등대' else '' end,
        '<p>글</p>',
        '본문 ' || n || case when n % 10 = 0 then ' 과제' else '' end || case when n % 1000 = 0 then ' 부표' else '' end,
        $1::timestamptz - make_interval(secs => n * 97), n % 300
      from generate_series(1, 20000) n`,
    [now],
  );
  await pool.query(`insert into board_counters (board_type, post_count)
    select board_type, count(*) from posts group by 1`);
  await pool.query(`insert into post_search (post_id, board_type, created_at, author_id, tokens)
    select id, board_type, created_at, author_id, search_tokens(board_type, created_at, title, content_text)
    from posts`);
  await pool.query(`${rows[0].indexdef}; alter table posts enable trigger posts_search`);
  await pool.query('vacuum analyze posts');
  await pool.query('analyze members, board_counters, post_search');
}
