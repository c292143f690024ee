import { setImmediate as turn } from 'node:timers/promises';
import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { kstDay } from '../../../platform/clock.ts';
import { createBlock } from '../../../testing/factories/friends.ts';
import { createLecture } from '../../../testing/factories/lectures.ts';
import { changePost, createPost } from '../../../testing/factories/posts.ts';
import { createSecondServer, type SecondServer } from '../../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { recordStatements } from '../posts.fixture.ts';

let t: TestApp;
let other: SecondServer;
let author: SignedIn;
let manager: SignedIn;
let reader: SignedIn;
let lectureId: number;
/** The newest post of the board in question. */
let postId: number;
let words = 0;
/** What `performance.now` says, so that a page is cached as long as a test needs it. */
let now = 1000;
beforeAll(async () => {
  t = await createTestApp();
  other = await createSecondServer(t);
  manager = await t.signIn('MANAGER');
  reader = await t.signIn('STUDENT');
});
afterAll(async () => {
  await other.close();
  await t.close();
});
beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  t.clock.advance(2);
  author = await t.signIn('STUDENT');
  await write('FREE');
});
afterEach(() => vi.restoreAllMocks());

async function write(boardType: BoardType) {
  if (boardType === 'REVIEW') lectureId = await createLecture(t, author);
  postId = await createPost(t, boardType === 'NOTICE' ? manager : author, {
    boardType,
    ...(boardType === 'REVIEW' && { lectureTagId: lectureId }),
  });
  await t.services.events.drain();
}
const path = (boardType: BoardType) => `/api/post?boardType=${boardType}`;
const list = async (boardType: BoardType, as = reader, on: Pick<TestApp, 'call'> = t) => {
  const { status, json } = await on.call('GET', path(boardType), { as });
  expect(status).toBe(200);
  return json;
};
const shown = async (boardType: BoardType, as = reader, on: Pick<TestApp, 'call'> = t) =>
  (await list(boardType, as, on)).pageResponse.posts.find(({ id }: PostItem) => id === postId);
/** The same from the database: an actor without a reader is given nothing from memory. */
const readDirectly = async (boardType: BoardType) =>
  JSON.parse(
    JSON.stringify(
      await t.services.posts.list(
        { memberId: reader.id, sessionId: '', roles: reader.roles },
        { boardType, page: 0, size: 10, filter: 'all' },
      ),
    ),
  );
const statementsOf = async (boardType: BoardType, as = reader, on: Pick<TestApp, 'call'> = t) =>
  (await recordStatements(() => list(boardType, as, on))).map(({ name, text }) => name ?? text);
/** Both servers cache the page. */
async function cachePage(boardType: BoardType) {
  for (const on of [t, other]) {
    await list(boardType, reader, on);
    expect(await statementsOf(boardType, reader, on)).toEqual([]);
  }
}
const run = (text: string, values: unknown[] = []) => t.database.pool.query(text, values);
const send = async (method: string, url: string, as: SignedIn, body?: unknown) => {
  const { status } = await t.call(method, url, { as, body });
  expect(status).toBeLessThan(300);
};
const set = (assignment: string) => run(`update posts set ${assignment} where id = $1`, [postId]);

/** Each is made on the first server or in SQL. */
const CHANGES: [what: string, boardType: BoardType, change: () => Promise<unknown>][] = [
  ['a new post', 'FREE', () => createPost(t, author, { boardType: 'FREE' })],
  ['a new anonymous post', 'SECRET', () => createPost(t, author, { boardType: 'SECRET' })],
  [
    'an edited title',
    'FREE',
    () =>
      send('PUT', `/api/post/post-up/${postId}`, author, {
        boardType: 'FREE',
        title: '고친 제목',
        content: '<p>글</p>',
      }),
  ],
  ['a deleted post', 'FREE', () => send('DELETE', `/api/post/${postId}`, author)],
  ['a row that is gone', 'FREE', () => run('delete from posts where id = $1', [postId])],
  [
    'a comment',
    'SECRET',
    () => send('POST', `/api/post/${postId}/comments`, author, { content: '댓글' }),
  ],
  ['a like', 'FREE', () => send('POST', `/api/post/${postId}/like`, manager)],
  [
    'a pin',
    'FREE',
    () => send('PUT', `/api/post/${postId}/pin`, manager, { until: kstDay(t.clock.now()) }),
  ],
  ['a sold item', 'MARKET', () => set(`trade_status = 'SOLD'`)],
  ['a price', 'MARKET', () => set('price = 7')],
  ['a blinded post', 'FREE', () => set('blinded_at = now()')],
  ['an accepted answer', 'QNA', () => set('accepted_comment_id = 1')],
  ['a picture', 'FREE', () => set(`image_urls = '{/files/a.webp}'`)],
  ['a post moved to another board', 'FREE', () => set(`board_type = 'QNA'`)],
  [
    'a post moved from another board',
    'QNA',
    () => write('FREE').then(() => set(`board_type = 'QNA'`)),
  ],
  ['an expiry', 'NOTICE', () => set(`expires_at = '2020-01-01'`)],
  [
    'a file',
    'FREE',
    () =>
      run(
        `insert into attachments (key, post_id, name, content_type) values (gen_random_uuid()::text, $1, 'a', 'a')`,
        [postId],
      ),
  ],
  [
    'a corrected total',
    'FREE',
    () => run(`update board_counters set post_count = post_count + 1 where board_type = 'FREE'`),
  ],
  [
    'a nickname',
    'FREE',
    () => run(`update members set nickname = nickname || 'x' where id = $1`, [author.id]),
  ],
  [
    'a withdrawn author',
    'FREE',
    () => run('update members set withdrawn_at = now() where id = $1', [author.id]),
  ],
  [
    'a title of a lecture',
    'REVIEW',
    () => run(`update lectures set title = title || 'x' where id = $1`, [lectureId]),
  ],
  [
    'a lecture that is gone',
    'REVIEW',
    () => run('update lectures set deleted_at = now() where id = $1', [lectureId]),
  ],
  [
    'a lecture room for members',
    'REVIEW',
    () => run('update lectures set members_only = true where id = $1', [lectureId]),
  ],
  ['a block', 'FREE', () => send('POST', '/api/friend/block', reader, { id: author.id })],
  ['a mark', 'QNA', () => send('POST', '/api/board/favorites?boardType=QNA', reader)],
];

describe('a page cached in memory', () => {
  it('is served without a statement, with the same bytes', async () => {
    const read = await t.call('GET', path('FREE'), { as: reader });
    let cached = read;
    const statements = await recordStatements(async () => {
      cached = await t.call('GET', path('FREE'), { as: manager });
    });
    expect(statements).toEqual([]);
    expect(cached.text).toBe(read.text);
    expect(cached.headers['content-type']).toBe(read.headers['content-type']);
    expect(cached.json).toEqual(await readDirectly('FREE'));
  });

  it.each(CHANGES)(
    'shows %s to the next call on every server [LIST-95]',
    async (_what, boardType, change) => {
      if (boardType !== 'FREE') await write(boardType);
      await cachePage(boardType);
      const before = await list(boardType);
      await change();
      const expected = await readDirectly(boardType);
      expect(expected).not.toEqual(before);
      expect(await list(boardType)).toEqual(expected);
      expect(await list(boardType, reader, other)).toEqual(expected);
    },
  );

  it('stays when another board changes and when a member posts in a lecture room', async () => {
    await cachePage('FREE');
    await write('REVIEW');
    await run(
      `insert into posts (board_type, lecture_id, title, content, content_text) values ('LECTURE_Q', $1, 'a', 'a', 'a')`,
      [lectureId],
    );
    expect(await statementsOf('FREE')).toEqual([]);
  });

  it('hides the posts of those whom its reader blocks, and of nobody else', async () => {
    await cachePage('FREE');
    const [second, third] = [await t.signIn(), await t.signIn()];
    await createBlock(t.db, second, author);
    const statements = await recordStatements(async () => {
      expect(await shown('FREE', second)).toMatchObject({ blocked: true, writerId: null });
      expect((await shown('FREE', third)).blocked).toBeUndefined();
    });
    expect(statements).toEqual([]);
    await run('delete from member_blocks where blocker_id = $1', [second.id]);
    expect((await shown('FREE', second)).writerId).toBe(author.id);
  });

  it('is read for a reader who blocks more members than are read with a session', async () => {
    const blocker = await t.signIn();
    await run(
      `insert into members (username, email, nickname, name, password_hash)
        select 'b' || n, 'b' || n || '@example.invalid', '차단' || n, 'b', '' from generate_series(1, 101) n`,
    );
    await run(
      `insert into member_blocks (blocker_id, blocked_id) select $1, id from members where username like 'b%' or id = $2`,
      [blocker.id, author.id],
    );
    expect((await shown('FREE', blocker)).blocked).toBe(true);
  });

  it('is read although the page of another board cannot be', async () => {
    await run(`insert into page_anchors (board_type, pinned, created_at, post_id, rank)
      values ('MARKET', true, 'infinity', 9223372036854775807, 9223372036854775807)`);
    await write('MARKET');
    const call = (boardType: BoardType) =>
      t.call('GET', `${path(boardType)}&page=1`, { as: reader });
    const [free, market, qna] = await Promise.all([call('FREE'), call('MARKET'), call('QNA')]);
    await run(`delete from page_anchors where board_type = 'MARKET'`);
    expect([free.status, market.status, qna.status]).toEqual([200, 500, 200]);
  });

  it('is served wherever it is, from the third time on [LIST-118]', async () => {
    const last = `${path('FREE')}&size=1&page=7`;
    const call = () => t.call('GET', last, { as: reader });
    const once = await recordStatements(call);
    expect(once.map(({ name }) => name)).toEqual(['board_page_sized']);
    const { text } = await call();
    expect(await recordStatements(async () => expect((await call()).text).toBe(text))).toEqual([]);
  });

  it('says of each reader whether it has marked the board', async () => {
    await cachePage('FREE');
    await run(`insert into board_favorites (member_id, board_type) values ($1, 'FREE')`, [
      manager.id,
    ]);
    expect((await list('FREE', manager)).isMarked).toBe(true);
    expect((await list('FREE')).isMarked).toBe(false);
  });

  it('lets a notice expire at its time', async () => {
    await write('NOTICE');
    const expiresAt = new Date(t.clock.now().getTime() + 60_000);
    await changePost(t, postId, { expiresAt });
    await cachePage('NOTICE');
    expect((await shown('NOTICE')).expired).toBeUndefined();
    t.clock.advance(60);
    expect((await shown('NOTICE')).expired).toBe(true);
    expect(await statementsOf('NOTICE')).toEqual([]);
  });
});

describe('views', () => {
  const open = (as: SignedIn, on: Pick<TestApp, 'call'>) =>
    on.call('GET', `/api/post/${postId}`, { as });

  it('are shown at once by the server that counted, by others within a second [LIST-96]', async () => {
    await cachePage('FREE');
    await open(reader, t);
    expect((await shown('FREE')).viewCount).toBe(1);
    expect(await statementsOf('FREE')).toEqual([]);
    expect((await shown('FREE', reader, other)).viewCount).toBe(0);
    now += 1000;
    expect((await shown('FREE', reader, other)).viewCount).toBe(1);
  });

  it('pass no list that is too old to be shown again', async () => {
    const lists = 40;
    for (let size = 1; size <= lists; size += 1) {
      await t.call('GET', `${path('FREE')}&size=${size}`, { as: reader });
    }
    now += 1000;
    await open(reader, t);
    vi.mocked(performance.now).mockClear();
    await open(reader, t);
    expect(vi.mocked(performance.now).mock.calls.length).toBeLessThan(lists);
  });

  it('are not lost when they are counted while the page is read [LIST-96]', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const query = pg.Client.prototype.query as (...parameters: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...parameters: unknown[]
    ) {
      const rows = await query.apply(this, parameters);
      if ((parameters[0] as { name?: string }).name === 'board_first_page') await held;
      return rows as never;
    } as never);
    const reading = shown('FREE');
    await vi.waitFor(() =>
      expect(spy.mock.calls.map(([given]) => (given as { name?: string }).name)).toContain(
        'board_first_page',
      ),
    );
    for (let n = 0; n < 20; n += 1) await turn();
    await open(reader, t);
    release();
    await reading;
    spy.mockRestore();
    expect((await shown('FREE')).viewCount).toBe(1);
  });
});

describe('the summaries of the main page', () => {
  const types = ['NOTICE', 'FREE', 'SECRET', 'POPULAR'];
  const home = async (as = reader, on: Pick<TestApp, 'call'> = t) => {
    const body = { types, pageSize: 20 };
    const { status, json } = await on.call('POST', '/api/post/summary-multi', { as, body });
    expect(status).toBe(200);
    return json.boards as Record<string, PostItem[]>;
  };
  const cacheHome = async (as = reader) => {
    for (const on of [t, other]) {
      await home(as, on);
      expect(await recordStatements(() => home(as, on))).toEqual([]);
    }
  };
  const homeDirectly = async () => {
    const { boards } = await t.services.posts.listSummaries(
      { memberId: reader.id, sessionId: '', roles: reader.roles },
      types as BoardType[],
      20,
    );
    return JSON.parse(JSON.stringify(boards));
  };
  const popularIds = async (on: Pick<TestApp, 'call'>) =>
    (await home(reader, on)).POPULAR?.map(({ id }) => id);

  beforeEach(() => run('update lectures set members_only = false'));

  const changes: [what: string, boardType: BoardType, change: () => Promise<unknown>][] = [
    ['a new post', 'FREE', () => write('FREE')],
    [
      'a like, which moves the popular list',
      'SECRET',
      () => send('POST', `/api/post/${postId}/like`, manager),
    ],
    ['an audience', 'NOTICE', () => set(`audience_years = '{4}', title = 'x'`)],
    [
      'a nickname',
      'FREE',
      () => run(`update members set nickname = nickname || 'y' where id = $1`, [author.id]),
    ],
    ['a block', 'FREE', () => createBlock(t.db, reader, author)],
  ];
  it.each(changes)('show %s at once [LIST-95]', async (_what, boardType, change) => {
    await write(boardType);
    await cacheHome();
    const before = await home();
    await change();
    const expected = await homeDirectly();
    expect(expected).not.toEqual(before);
    for (const on of [t, other]) expect(await home(reader, on)).toEqual(expected);
  });

  it('put the notices for the reader’s year first', async () => {
    const fourth = await t.signIn();
    await run('delete from posts where board_type = $1', ['NOTICE']);
    await write('NOTICE');
    await set(`audience_years = '{1}'`);
    const forFirst = postId;
    t.clock.advance(-1);
    await write('NOTICE');
    await cacheHome(fourth);
    const order = async () => (await home(fourth)).NOTICE?.map(({ id }) => id);
    expect(await order()).toEqual([forFirst, postId]);
    await run('update members set study_year = 4, study_year_of = 2100 where id = $1', [fourth.id]);
    expect(await order()).toEqual([postId, forFirst]);
  });

  it('lose a notice at its end, and a popular post when it is too old', async () => {
    await write('NOTICE');
    await changePost(t, postId, { expiresAt: new Date(t.clock.now().getTime() + 60_000) });
    await cacheHome();
    const ids = async () => (await home()).NOTICE?.map(({ id }) => id);
    expect(await ids()).toContain(postId);
    t.clock.advance(60);
    expect(await ids()).not.toContain(postId);
    await cacheHome();
    expect(await popularIds(t)).not.toEqual([]);
    t.clock.advance(LIMITS.popularDays * 86_400);
    [reader, manager] = [await t.signInAs(reader), await t.signInAs(manager)];
    expect(await popularIds(t)).toEqual([]);
  });

  it('raise the views that their server counts at once [LIST-96]', async () => {
    await cacheHome();
    await t.call('GET', `/api/post/${postId}`, { as: manager });
    const views = (await home()).FREE?.find(({ id }) => id === postId)?.viewCount;
    expect(views).toBe(1);
    expect(await recordStatements(() => home())).toEqual([]);
  });
});

describe('a page that is read while a transaction is in progress', () => {
  const changes: [string, () => [text: string, values: unknown[]]][] = [
    ['its board', () => [`update posts set title = '나중에' where id = $1`, [postId]]],
    ['all boards', () => [`update members set nickname = '나중' || id where id = $1`, [author.id]]],
  ];
  it.each(changes)('that changes %s is never served again [LIST-95]', async (_what, change) => {
    await cachePage('FREE');
    const before = await list('FREE');
    const writer = await t.database.pool.connect();
    try {
      await writer.query('begin');
      await writer.query(...change());
      for (const on of [t, other]) {
        expect(await list('FREE', reader, on)).toEqual(before);
        expect(await list('FREE', reader, on)).toEqual(before);
      }
      await writer.query('commit');
    } finally {
      writer.release();
    }
    const after = await readDirectly('FREE');
    expect(after).not.toEqual(before);
    for (const on of [t, other]) expect(await list('FREE', reader, on)).toEqual(after);
  });

  it('elsewhere stays cached', async () => {
    await write('MARKET');
    const writer = await t.database.pool.connect();
    try {
      await writer.query('begin');
      await writer.query(`update posts set price = 1 where id = $1`, [postId]);
      await cachePage('FREE');
    } finally {
      await writer.query('rollback');
      writer.release();
    }
  });

  it('holds no writer up and leaves no lock', async () => {
    await list('FREE');
    const { rows } = await run(
      `select * from pg_locks where locktype = 'advisory' and classid = 7203010
        and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a search', () => {
  const searchUrl = (word: string, filter = 'all') =>
    `${path('FREE')}&filter=${filter}&query=${encodeURIComponent(word)}`;
  const search = async (word: string, on: Pick<TestApp, 'call'> = t, as = reader) => {
    const { status, json } = await on.call('GET', searchUrl(word), { as });
    expect(status).toBe(200);
    return json;
  };
  const statements = async (word: string, on: Pick<TestApp, 'call'> = t) =>
    (await recordStatements(() => search(word, on))).map(({ name, text }) => name ?? text);
  const searchDirectly = async (query: string) =>
    JSON.parse(
      JSON.stringify(
        await t.services.posts.list(
          { memberId: reader.id, sessionId: '', roles: reader.roles },
          { boardType: 'FREE', page: 0, size: 10, filter: 'all', query },
        ),
      ),
    );
  /** A word that only the new post has; both servers cache its search. */
  async function cacheSearch(): Promise<string> {
    words += 1;
    const word = `낱말${words}끝`;
    postId = await createPost(t, author, { title: `제목 ${word}`, content: `<p>${word}</p>` });
    await t.services.events.drain();
    for (const on of [t, other]) {
      await search(word, on);
      expect(await statements(word, on)).toEqual([]);
    }
    return word;
  }
  const edit = (title: string, content: string) =>
    send('PUT', `/api/post/post-up/${postId}`, author, { boardType: 'FREE', title, content });

  const changes: [what: string, change: (word: string) => Promise<unknown>][] = [
    [
      'a new hit',
      (word) => createPost(t, author, { title: word }).then(() => t.services.events.drain()),
    ],
    ['a text without the word', () => edit('제목', '<p>글</p>')],
    ['a deleted post', () => send('DELETE', `/api/post/${postId}`, author)],
    ['a blinded post', () => set('blinded_at = now()')],
    ['a post moved to another board', () => set(`board_type = 'QNA'`)],
    ['a comment', () => send('POST', `/api/post/${postId}/comments`, author, { content: '댓글' })],
    [
      'a withdrawn author',
      () => run('update members set withdrawn_at = now() where id = $1', [author.id]),
    ],
    ['a block', () => send('POST', '/api/friend/block', reader, { id: author.id })],
  ];
  it.each(changes)(
    'cached in memory shows %s to the next call on every server [LIST-95]',
    async (_what, change) => {
      const word = await cacheSearch();
      const before = await search(word);
      await change(word);
      const expected = await searchDirectly(word);
      expect(expected).not.toEqual(before);
      for (const on of [t, other]) expect(await search(word, on)).toEqual(expected);
    },
  );

  it('shows a title that another text alone makes a hit [LIST-95]', async () => {
    const word = await cacheSearch();
    await edit('제목', '<p>글</p>');
    for (const on of [t, other]) expect((await search(word, on)).pageResponse.totalCount).toBe(0);
    await edit('제목', `<p>${word}</p>`);
    for (const on of [t, other]) expect((await search(word, on)).pageResponse.totalCount).toBe(1);
  });

  it('does not look for the hits again while its board stays as it is [LIST-118]', async () => {
    const word = await cacheSearch();
    now += 1000;
    expect(await statements(word)).toEqual(['are_boards_quiet', 'search_known']);
    t.clock.advance(31);
    expect(await statements(word)).toEqual(['are_boards_quiet', 'search_all_words']);
  });

  it('never shows again what was found while a transaction changed its board [LIST-95]', async () => {
    const word = await cacheSearch();
    const writer = await t.database.pool.connect();
    try {
      await writer.query('begin');
      await writer.query(`update posts set deleted_at = now() where id = $1`, [postId]);
      for (const on of [t, other]) expect((await search(word, on)).pageResponse.totalCount).toBe(1);
      await writer.query('commit');
    } finally {
      writer.release();
    }
    for (const on of [t, other]) expect((await search(word, on)).pageResponse.totalCount).toBe(0);
  });
});

describe('the versions of the boards', () => {
  it('change with every column that a page shows', async () => {
    const body = { types: ['FREE', 'POPULAR'] };
    const statements = await recordStatements(async () => {
      await shown('FREE', manager);
      await t.call('POST', '/api/post/summary-multi', { as: manager, body });
    });
    const texts = statements.map(({ text }) => text).join(' ');
    const read = [...texts.matchAll(/"?(\w+)"?\."?(\w+)"?/g)]
      .map(([, table, column]) => `${table === 'professor' ? 'members' : table}.${column}`)
      .filter((name) => !UNWATCHED.test(name));
    const { rows } = await run(`select tgrelid::regclass || '.' || attname as name
      from pg_trigger join pg_attribute on attrelid = tgrelid and attnum > 0
        and (attnum = any(tgattr) or cardinality(tgattr) = 0)
      where tgname like '%\\_board'`);
    const watched = rows.map(({ name }) => name);
    expect(read.length).toBeGreaterThan(20);
    expect(watched).toEqual(expect.arrayContaining([...new Set(read)]));
  });

  it('are random, so that none comes back after a crash', async () => {
    const versions = new Set<number>();
    for (let n = 0; n < 20; n += 1) {
      await set('like_count = like_count');
      versions.add((await run('select last_value from board_version_free')).rows[0].last_value);
    }
    expect(versions.size).toBe(20);
    expect(Math.max(...versions)).toBeGreaterThan(2 ** 40);
  });
});

/** Read for nobody in a list in memory, counted by every reading, or names within a statement. */
const UNWATCHED =
  /^(?:member_blocks|alias_blocks|board_favorites|lecture_marks|board|pin|newest|best)\.|^posts\.view_count$/;
