import { getTableColumns, is, type SQL, sql, Table } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect } from '../client.ts';
import * as schema from '../schema/index.ts';
import { prepare } from './fast.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
});
afterAll(() => database.drop());

const { comments, members, posts } = schema;

/** A value of each type that a column has. */
const SAMPLES: Record<string, string> = {
  bigint: '9007199254740991',
  'bigint[]': '{9007199254740991,NULL,-1}',
  boolean: 'true',
  bytea: '\\x00ff10',
  date: '2026-11-22',
  'double precision': '0.1',
  integer: '-5',
  'integer[]': '{4,NULL,-2147483648}',
  jsonb: '{"a": [1, null, "나루"], "b": {"c": true}}',
  smallint: '7',
  'smallint[]': '{1,NULL,3}',
  text: '나루 "하나"',
  'text[]': '{가,"나 다",NULL,"{}"}',
  'timestamp with time zone': '2026-11-22 16:00:00.123456+09',
  tsvector: "'가나':1 '다라':2",
  uuid: '0190b7a2-1111-4222-8333-444455556666',
};

const columns = Object.values(schema)
  .filter((one) => is(one, Table))
  .flatMap((table) => Object.values(getTableColumns(table)));
const kinds = [...new Map(columns.map((one) => [`${one.getSQLType()} ${one.columnType}`, one]))];

/** The rows by the query builder's own code, and twice by the prepared statement. */
async function readBoth(name: string, build: () => ReturnType<typeof selectOne>) {
  const own = await build();
  const read = prepare(database.db, name, build())({});
  return { own, first: await read(database.db), later: await read(database.db) };
}

function selectOne(fields: Record<string, SQL>) {
  return database.db.select(fields).from(sql`(values (1)) as one`);
}

describe('a prepared statement', () => {
  it.each(kinds)('reads %s as the query builder does', async (kind, column) => {
    const type = column.getSQLType();
    const sample = SAMPLES[type];
    if (sample === undefined) throw new Error(`add a sample of ${type}`);
    const value = sql`${sql.raw(`'${sample.replaceAll("'", "''")}'`)}::${sql.raw(type)}`;
    const { own, first, later } = await readBoth(`read ${kind}`.slice(0, 63), () =>
      selectOne({
        value: value.mapWith(column),
        none: sql`null::${sql.raw(type)}`.mapWith(column),
      }),
    );
    expect(own).toHaveLength(1);
    expect(first).toStrictEqual(own);
    expect(later).toStrictEqual(own);
  });

  it('nests objects and drops those of an outer join as the query builder does', async () => {
    await database.db.insert(members).values(
      ['하나', '둘'].map((nickname, n) => ({
        username: `m${n}`,
        email: `m${n}@naru.localhost`,
        nickname,
        name: nickname,
        passwordHash: 'none',
      })),
    );
    const build = () =>
      database.db
        .select({
          members,
          posts,
          mixed: { title: posts.title, content: comments.content },
          words: { title: posts.title, isNamed: sql<boolean>`${members.nickname} = '하나'` },
          'a"b\\n': sql<string>`'x'`.as('quoted'),
        })
        .from(members)
        .leftJoin(posts, sql`${posts.authorId} = ${members.id}`)
        .leftJoin(comments, sql`${comments.postId} = ${posts.id}`)
        .orderBy(members.id);
    const own = await build();
    const read = prepare(database.db, 'nested', build())({});
    expect(own).toMatchObject([{ posts: null, words: null, 'a"b\\n': 'x' }, {}]);
    expect(await read(database.db)).toStrictEqual(own);
    expect(await read(database.db)).toStrictEqual(own);
  });

  it('fails with the error of the database, and again with the right rows', async () => {
    const select = selectOne({ share: sql`12 / ${sql.placeholder('parts')}::integer` });
    const query = prepare(database.db, 'share', select);
    const share = (values: { parts?: number }) => query(values)(database.db);
    expect(await share({ parts: 3 })).toEqual([{ share: 4 }]);
    await expect(share({ parts: 0 })).rejects.toMatchObject({
      message: expect.stringContaining('Failed query'),
      cause: { code: '22012' },
    });
    expect(await share({ parts: 4 })).toEqual([{ share: 3 }]);
    await expect(share({})).rejects.toThrow('No value for placeholder');
  });

  it('reads the new type of a column on a new connection', async () => {
    const client = connect(database.url, { onError: () => undefined, max: 1 });
    await database.pool.query('create table kinds as select 7 as kind');
    const select = client.db.select({ kind: sql`kind` }).from(sql`kinds`);
    const read = prepare(client.db, 'kinds', select)({});
    expect(await read(client.db)).toEqual([{ kind: 7 }]);
    await database.pool.query('alter table kinds alter kind type text');
    await expect(read(client.db)).rejects.toMatchObject({ cause: { code: '0A000' } });
    expect(await read(client.db)).toMatchObject([{ kind: '7' }]);
    await client.close();
  });

  it('fails when a value cannot be read, and leaves its connection in order', async () => {
    const refuse = () => {
      throw new Error('unreadable');
    };
    const select = selectOne({ value: sql`'x'`.mapWith(refuse) });
    const read = prepare(database.db, 'unreadable', select)({});
    await expect(read(database.db)).rejects.toMatchObject({ cause: { message: 'unreadable' } });
    expect(await selectOne({ value: sql`'y'` })).toEqual([{ value: 'y' }]);
  });
});
