import { foldText, searchWords } from '@naru/contract/folding';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { NOBODY } from '../lists/memory.ts';
import { asked, type Search } from './asked.repo.ts';
import { createPostFolding } from './folding.ts';
import { findHits, prepareSearchPage } from './pages.repo.ts';
import { boardHits } from './search.repo.ts';

const FILTERS: Search['filter'][] = ['title', 'content', 'writer', 'all'];
/**
 * Few letters, so that most queries have hits, every sign that means something to PostgreSQL, and what folds: a
 * no-break space, a soft hyphen, a wide and a joining letter.
 */
const LETTERS = [...`가나다ㅎAb1 '\\%&|:*(\n\u00a0\u00adＢ\u1112`];

/** Longer than any search takes, so that only a test of the bound reaches it. */
const NO_HURRY_MS = 60_000;

let database: TestDatabase;
let readPage: ReturnType<typeof prepareSearchPage>;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
  readPage = prepareSearchPage(database.db);
  await fill();
}, 14_000);
afterAll(() => database.drop());

const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);

/** 1,500 posts of eleven years, crowded towards the end, changed in every way that a search must see. */
async function fill(): Promise<void> {
  await run('select setseed(0.5)');
  await run(
    `create function letters(size integer) returns text language sql volatile as
     $$ select string_agg(substr('${LETTERS.join('').replaceAll("'", "''")}', 1 + floor(random() * ${LETTERS.length})::integer, 1), '')
        from generate_series(1, size) $$`,
  );
  await run(`insert into members (username, email, nickname, name, password_hash, withdrawn_at)
    select 'm' || n, n || '@example.invalid', search_folded(letters(3)) || '님' || n, '회원', '', case when n % 9 = 0 then now() end
    from generate_series(1, 300) n`);
  await run(`insert into posts (board_type, anonymous, author_id, author_seal, title, content, content_text, created_at)
    select board, board = 'SECRET', case when board <> 'SECRET' then 1 + n % 300 end,
      case when board = 'SECRET' then '\\x00'::bytea end, letters(6), '', letters(25),
      timestamptz '2026-04-01' - make_interval(hours => (95000 * power(random(), 3))::integer)
    from generate_series(1, 1500) n
    cross join lateral (select (array['FREE', 'FREE', 'SECRET', 'QNA'])[1 + n % 4] as board) as chosen`);
  await run(`update posts set pinned = true where id % 300 = 1`);
  await run(`update posts set title = letters(6) where id % 7 = 0`);
  await run(`update posts set deleted_at = now() where id % 11 = 0`);
  await run(`update posts set blinded_at = now() where id % 13 = 0`);
  await run(`update posts set blinded_at = null where id % 26 = 0`);
  await run(`update posts set board_type = 'REVIEW' where id % 31 = 0 and not anonymous`);
  await run(`update posts set created_at = created_at - interval '400 days' where id % 37 = 0`);
  await run(`delete from posts where id % 41 = 0`);
  await run('analyze');
}

/** At most 1,001, from the prepared statement of its kind of search. */
async function hitsOf(
  boardType: 'FREE' | 'SECRET',
  { filter, query, ms }: Search,
): Promise<readonly number[]> {
  const input = { ...NOBODY, boardType, limit: 10, offset: 0, filter, query, ms };
  const { hits, rows } = await readPage(input, null)(database.db);
  expect(rows.map(({ id }) => id)).toEqual(hits.ids.slice(0, 10));
  expect(hits.isPartial).toBe(false);
  return hits.ids;
}

/** What the search means, by comparing the texts of every post. */
async function compared(boardType: string, { filter, query, max }: Search): Promise<number[]> {
  const rows = await foldedPosts(boardType);
  const words = foldText(query).split(' ');
  const places =
    filter === 'all' ? [['title', 'content'] as const, ['writer'] as const] : [[filter]];
  return rows
    .filter((row) =>
      places.some((fields) =>
        words.every((word) => fields.some((name) => row[name].includes(word))),
      ),
    )
    .slice(0, max)
    .map(({ id }) => id);
}

type Field = Exclude<Search['filter'], 'all'>;
const folded = new Map<string, Promise<({ id: number } & Record<Field, string>)[]>>();

/** Read once: no test changes the posts. */
function foldedPosts(boardType: string) {
  const rows = folded.get(boardType) ?? readFolded(boardType);
  folded.set(boardType, rows);
  return rows;
}

async function readFolded(boardType: string) {
  const { rows } = await run(
    `select posts.id, title, content_text as content, case when not anonymous then nickname end as writer
     from posts left join members on members.id = author_id and withdrawn_at is null
     where board_type = $1 and deleted_at is null and blinded_at is null
     order by pinned desc, posts.created_at desc, posts.id desc`,
    [boardType],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    title: foldText(row.title),
    content: foldText(row.content),
    writer: foldText(row.writer ?? ''),
  }));
}

/** Runs the job of the migration, and those that it adds, until none is left. */
async function foldAll(): Promise<void> {
  const { 'fold-posts': fold } = createPostFolding(database).tasks;
  let payload: unknown = { after: 0 };
  while (payload !== undefined) {
    await fold(payload);
    const { rows } = await run(
      'delete from graphile_worker._private_jobs as job returning job.payload',
    );
    payload = rows[0]?.payload;
  }
}

/** Every kind of query: a pair, three and more letters, with spaces, of one letter, without hits. */
function queries(): string[] {
  const edges = LETTERS.filter((letter) => foldText(letter) !== '');
  const pairs = edges.flatMap((a) => edges.map((b) => a + b)).filter((_, n) => n % 13 === 0);
  const longer = pairs.map((pair, n) => `${pair}${LETTERS[n]}${edges[n % 7]}`);
  const others = [
    '나가',
    '나',
    '님',
    '님2',
    '님25',
    '가 나',
    'ba',
    '없는 말',
    'ｂ１',
    '다\u00a0 나',
    '가나 b1',
    'b1 가나',
    '나다 가 1',
    'Ab 님2',
    '가나 없는말',
  ];
  return [...pairs, ...longer, ...others].map(searchWords);
}

describe('the hits of a board', () => {
  it.each(['FREE', 'SECRET'] as const)(
    'are those of a comparison of all texts, in the order of the board: %s [LIST-17, LIST-21]',
    async (boardType) => {
      for (const query of queries()) {
        for (const filter of FILTERS) {
          const search = { filter, query, max: 1_001, ms: NO_HURRY_MS };
          const hits = await hitsOf(boardType, search);
          expect(hits, `${filter} ${query}`).toEqual(await compared(boardType, search));
        }
      }
    },
    14_000,
  );

  it('end at the number of hits that is asked for', async () => {
    for (const max of [1, 2, 7, 40]) {
      for (const filter of FILTERS) {
        const search = { filter, query: '가나', max, ms: NO_HURRY_MS };
        const hitsQuery = boardHits(sql`${'FREE'}`, asked(search));
        const { ids } = await findHits(database.db, { boardType: 'FREE', memberId: 1, hitsQuery });
        expect(ids).toEqual(await compared('FREE', search));
      }
    }
  });

  it.each(['나', '가나', '가나 나가'])(
    'are those of the first step for %s when the time is over, and say so [LIST-143]',
    async (query) => {
      for (const filter of FILTERS) {
        const search = {
          ...NOBODY,
          boardType: 'FREE' as const,
          limit: 10,
          offset: 0,
          filter,
          query,
        };
        const { hits } = await readPage({ ...search, ms: 0 }, null)(database.db);
        expect(hits.isPartial, filter).toBe(true);
        const all = await compared('FREE', { filter, query, max: 10_000, ms: 0 });
        expect(all).toEqual(expect.arrayContaining([...hits.ids]));
      }
    },
  );

  it('are the same for posts from before texts were folded [LIST-17]', async () => {
    const listRows = async () => [
      (await run('select * from post_search order by post_id')).rows,
      (await run('select id, folded_title, folded_text from posts order by id')).rows,
    ];
    const complete = await listRows();
    expect(complete[0]?.length).toBeGreaterThan(1_000);
    await run('update posts set folded_title = null, folded_text = null');
    expect(await listRows()).not.toEqual(complete);
    await foldAll();
    expect(await listRows()).toEqual(complete);
  });

  it('are found behind 20,000 characters', async () => {
    const { rows } = await run(
      `insert into posts (board_type, author_id, title, content, content_text)
       values ('FREE', 1, '긴 글', '', repeat('바다 ', 9000) || '끝말') returning id`,
    );
    const search: Search = { filter: 'content', query: '끝말', max: 10, ms: NO_HURRY_MS };
    expect(await hitsOf('FREE', search)).toEqual([Number(rows[0].id)]);
  });
});
