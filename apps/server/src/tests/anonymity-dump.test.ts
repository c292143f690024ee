import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeComment } from '../testing/factories/comments.ts';
import { createPost, vote } from '../testing/factories/posts.ts';
import { allowAnonymous } from '../testing/factories/settings.ts';
import { readAllRows } from '../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

/*
 * What somebody who holds a dump of the database, without its key, can join: members and anonymous items
 * that they like, scrap, follow, view, vote on, or whose names they block.
 */
const POLL = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: true };
/** So large that no other number of a row is one by chance. */
const FIRST_MEMBER = 7_000_001;

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
const items: number[] = [];
let rows: Awaited<ReturnType<typeof readAllRows>>;

beforeAll(async () => {
  t = await createTestApp();
  await t.db.execute(sql.raw(`alter sequence members_id_seq restart with ${FIRST_MEMBER}`));
  [author, reader] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  await allowAnonymous(t, 'FREE');
  // Three posts of one author, who and a reader react to all of them.
  for (const boardType of ['SECRET', 'FREE', 'SECRET'] as const) {
    const more = boardType === 'FREE' ? { anonymous: true } : {};
    const id = await createPost(t, author, { boardType, poll: POLL, ...more });
    const own = await writeComment(t, author, id);
    const other = await writeComment(t, reader, id);
    items.push(id, own.id, other.id);
    for (const as of [author, reader]) {
      await done('GET', `/api/post/${id}`, as);
      await done('POST', `/api/post/${id}/like`, as);
      await done('POST', `/api/post/${id}/scrap`, as);
      for (const comment of [own, other]) await done('POST', `/api/comment/${comment.id}/like`, as);
      expect((await vote(t, as, id, 0)).status).toBe(200);
      await t.services.events.drain();
    }
    await done('PUT', `/api/post/${id}/follow`, reader, { follows: true });
    await done('PUT', `/api/post/${id}/alias-block`, reader, { alias: '글쓴이', blocks: true });
  }
  rows = await readAllRows(t);
});
afterAll(() => t.close());

async function done(method: string, url: string, as: SignedIn, body?: object): Promise<void> {
  const { status, text } = await t.call(method, url, { as, body });
  if (status >= 300) throw new Error(`${method} ${url} refused: ${text}`);
}

/** Numbers of a row, also those inside texts, and its keyed hashes and seals. */
const numbersOf = (values: object) => JSON.stringify(values).match(/\d{7,}/g) ?? [];
const secretsOf = (values: object) =>
  Object.values(values).filter((value) => /^\\x[0-9a-f]{16,}$/.test(String(value)));

const isOfItem = (values: object) => numbersOf(values).some((n) => items.includes(Number(n)));

describe('a dump of the database', () => {
  it('has no row with a member and an anonymous item [ANON-27, ANON-116]', () => {
    const members = [author.id, reader.id].map(String);
    const joined = rows.filter(
      ({ values }) =>
        isOfItem(values) && numbersOf(values).some((number) => members.includes(number)),
    );
    expect(joined).toEqual([]);
  });

  it('joins no reactions to two items, and none with an author [ANON-116]', () => {
    const written = ['posts', 'comments', 'anonymous_numbers'];
    // A blocked name hides posts from lists, where one key has to find it in all threads.
    const byAuthorSeal = ['alias_blocks'];
    const seals = new Set(
      rows
        .filter(({ table }) => written.includes(table))
        .flatMap(({ values }) => secretsOf(values)),
    );
    const reactions = rows.filter(
      ({ table, values }) => ![...written, ...byAuthorSeal].includes(table) && isOfItem(values),
    );
    const all = reactions.flatMap(({ values }) => secretsOf(values));
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((value) => seals.has(value))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });
});
