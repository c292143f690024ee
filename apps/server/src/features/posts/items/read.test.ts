import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeMember } from '../../../testing/factories/comments.ts';
import { createBlock } from '../../../testing/factories/friends.ts';
import { createLectureRoom } from '../../../testing/factories/lecture-rooms.ts';
import { createMember } from '../../../testing/factories/members.ts';
import {
  changePost,
  countReactions,
  createPost,
  readPost,
} from '../../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { recordStatements } from '../posts.fixture.ts';

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  [author, reader] = await Promise.all([t.signIn('STUDENT'), t.signIn('USER')]);
});

const read = (as: SignedIn, id: number) => t.call('GET', `/api/post/${id}`, { as });
const views = async (as: SignedIn, id: number) => (await read(as, id)).json.dto.viewCount;

describe('GET /api/post/:id', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('GET', '/api/post/1')).status).toBe(401);
  });

  it.each(['0', '-1', '1.5', '01', '%20', '1e3', '9007199254740993'])(
    'refuses the id %s',
    async (id) => {
      expect((await t.call('GET', `/api/post/${id}`, { as: reader })).status).toBe(400);
    },
  );

  it('responds 404 for missing, deleted and lecture posts [ROLE-26]', async () => {
    const lecture = await createPost(t, author);
    await changePost(t, lecture, {
      boardType: 'LECTURE_Q',
      lectureId: await createLectureRoom(t),
    });
    const deleted = await createPost(t, author);
    await changePost(t, deleted, { deletedAt: t.clock.now() });
    for (const id of [987_654_321, deleted, lecture]) {
      const { status, json } = await read(reader, id);
      expect([status, json.error, json.message]).toEqual([
        404,
        'POST_NOT_FOUND',
        '게시글을 찾을 수 없습니다.',
      ]);
    }
  });

  it('shows the author with the current roles', async () => {
    await changeMember(t, author.id, { profileImageUrl: '/files/a.webp' });
    const id = await createPost(t, author);
    const { dto } = (await read(reader, id)).json;
    expect(dto).toMatchObject({
      id,
      boardType: 'FREE',
      writerId: author.id,
      writerNickname: author.nickname,
      writerProfileThumbnails: '/files/a.webp',
      isAuthor: false,
      isLike: false,
      isScrapped: false,
      price: null,
      updatedDate: null,
    });
    expect(dto.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/);
    expect(new Set(dto.writerRoles)).toEqual(new Set(['USER', 'STUDENT']));
    expect((await read(author, id)).json.dto.isAuthor).toBe(true);
  });

  it('hides name and profile of a withdrawn author', async () => {
    const id = await createPost(t, author);
    await changeMember(t, author.id, {
      withdrawnAt: t.clock.now(),
      profileImageUrl: '/files/a.webp',
    });
    expect((await read(reader, id)).json.dto).toMatchObject({
      writerId: null,
      writerNickname: '탈퇴한 회원',
      writerProfileThumbnails: null,
      writerRoles: [],
    });
  });

  it.each([
    ['https://www.kmou.ac.kr/kmou/view.do?id=1', true],
    ['http://ai.example/', true],
    ['javascript:alert(1)', false],
    [' javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//evil.example', false],
    ['/main', false],
    ['https://user:pass@evil.example', false],
    ['https://a b', false],
  ])('passes on the homepage link %s: %s [HTML-07, POST-08]', async (targetUrl, isReturned) => {
    const id = await createPost(t, author);
    await changePost(t, id, { targetUrl });
    expect((await read(reader, id)).json.dto.targetUrl).toBe(isReturned ? targetUrl : null);
  });

  it('sanitises stored HTML that the current sanitiser would reject [HTML-13]', async () => {
    const id = await createPost(t, author);
    await changePost(t, id, { content: '<p onclick="x()">글<script>alert(1)</script></p>' });
    for (let i = 0; i < 2; i += 1) {
      expect((await read(reader, id)).json.dto.content).toBe('<p>글</p>');
    }
    await changePost(t, id, { content: '<div>'.repeat(150) });
    expect((await read(reader, id)).status).toBe(200);
  });
});

describe('the view count [POST-05]', () => {
  it('counts a member once per Korean day', async () => {
    t.clock.set(new Date('2027-03-01T14:59:00Z'));
    [author, reader] = await Promise.all([t.signInAs(author), t.signInAs(reader)]);
    const id = await createPost(t, author);
    expect(await views(reader, id)).toBe(1);
    expect(await views(reader, id)).toBe(1);
    t.clock.advance(120);
    expect(await views(reader, id)).toBe(2);
  });

  it('does not count the author of an open post', async () => {
    const id = await createPost(t, author);
    expect(await views(author, id)).toBe(0);
    expect(await views(reader, id)).toBe(1);
    expect(await views(author, id)).toBe(1);
  });

  it('counts the author of a secret post like other members [ANON-15]', async () => {
    const id = await createPost(t, author, { boardType: 'SECRET' });
    expect(await views(author, id)).toBe(1);
    expect(await views(author, id)).toBe(1);
    expect(await views(reader, id)).toBe(2);
  });

  it('stays exact under 1,000 reads, 100 at a time [RACE-12]', async () => {
    const id = await createPost(t, author);
    const readers = await Promise.all(
      Array.from({ length: 100 }, () => createMember(t.db, 'USER')),
    );
    for (let round = 0; round < 10; round += 1) {
      const reads = readers.map(({ id: memberId }) =>
        t.services.posts.get({ memberId, sessionId: '', roles: ['USER'] }, id),
      );
      await Promise.all(reads);
    }
    expect((await readPost(t, id)).viewCount).toBe(100);
    expect((await countReactions(t, id)).views).toBe(100);
  });
});

describe('the secret board', () => {
  const IDENTITY_FREE = {
    boardType: 'SECRET',
    writerId: null,
    writerNickname: '익명',
    writerProfileThumbnails: null,
    writerRoles: [],
  };

  it.each([
    'USER',
    'STUDENT',
    'PROFESSOR',
    'STUDENT_COUNCIL',
    'MANAGER',
    'ADMIN',
    'SYSTEM',
  ] as const)('shows a %s nothing about the author [ANON-01, ANON-02]', async (role) => {
    await changeMember(t, author.id, { profileImageUrl: `/files/face${author.id}.webp` });
    const id = await createPost(t, author, { boardType: 'SECRET' });
    const other = await t.signIn(role);
    expect((await read(other, id)).json.dto).toMatchObject({ ...IDENTITY_FREE, isAuthor: false });
    await t.call('POST', `/api/post/${id}/like`, { as: other });
    await t.call('POST', `/api/post/${id}/scrap`, { as: other });
    const responses = await Promise.all([
      read(other, id),
      t.call('GET', '/api/post?boardType=SECRET', { as: other }),
      t.call('GET', '/api/post?boardType=POPULAR&size=50', { as: other }),
      t.call('GET', '/api/post/SECRET/summary', { as: other }),
      t.call('POST', '/api/post/summary-multi', {
        as: other,
        body: { types: ['SECRET', 'POPULAR'] },
      }),
      t.call('GET', '/api/post/like', { as: other }),
      t.call('GET', '/api/post/scraps', { as: other }),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.text).toContain(String(id));
      for (const secret of [author.nickname, author.name, author.username, author.email, 'face']) {
        expect(response.text).not.toContain(secret);
      }
      expect(response.text).not.toMatch(new RegExp(`"writerId":${author.id}\\b`));
      expect(JSON.stringify(response.headers)).not.toContain(author.nickname);
    }
  });

  it('reveals the author only to the author, in one field [ANON-05]', async () => {
    const id = await createPost(t, author, { boardType: 'SECRET' });
    const [own, others] = [
      await read(author, id),
      await read(author, id).then(() => read(reader, id)),
    ];
    expect(own.json.dto).toMatchObject({ ...IDENTITY_FREE, isAuthor: true });
    expect({ ...own.json.dto, isAuthor: false, viewCount: 0 }).toEqual({
      ...others.json.dto,
      viewCount: 0,
    });
    expect(Object.keys(own.headers).sort(), '[ANON-12]').toEqual(
      Object.keys(others.headers).sort(),
    );
  });

  it('uses random ids and times truncated to the minute [ANON-09]', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await createPost(t, author, { boardType: 'SECRET' }));
    for (const id of ids) {
      expect(id).toBeGreaterThanOrEqual(2 ** 40);
      expect(id).toBeLessThan(2 ** 47);
    }
    expect([...ids].sort((a, b) => a - b)).not.toEqual(ids.map((_, i) => (ids[0] ?? 0) + i));
    expect((await read(reader, ids[0] ?? 0)).json.dto.createdDate).toMatch(/:00\+09:00$/);
  });

  it('responds alike after the author changed the profile or withdrew [ANON-10, ANON-11]', async () => {
    const id = await createPost(t, author, { boardType: 'SECRET' });
    const before = (await read(reader, id)).json.dto;
    await changeMember(t, author.id, {
      nickname: `새${author.id}`,
      profileImageUrl: '/files/new.webp',
      withdrawnAt: t.clock.now(),
    });
    await t.db.execute(sql`delete from member_roles where member_id = ${author.id}`);
    expect((await read(reader, id)).json.dto).toEqual(before);
  });

  it('stores no column that links the post to its author [ANON-27]', async () => {
    const id = await createPost(t, author, { boardType: 'SECRET' });
    const row = await readPost(t, id);
    expect(row).toMatchObject({ authorId: null, deletedBy: null, selfLikeCount: 0 });
    expect(t.seal.open(row.authorSeal ?? Buffer.alloc(0))).toBe(author.id);
    expect(JSON.stringify({ ...row, authorSeal: null })).not.toContain(author.nickname);
  });

  it('runs the same statements whether or not a nickname exists or the post is anonymous [ANON-20]', async () => {
    const secret = await createPost(t, author, { boardType: 'SECRET' });
    const open = await createPost(t, author);
    const actor = { memberId: reader.id, sessionId: '', roles: ['USER'] as const };
    const search = (query: string) => {
      const input = { boardType: 'SECRET', filter: 'writer', query, page: 0, size: 10 } as const;
      return statementsOf(() => t.services.posts.list(actor, input));
    };
    const refuse = (id: number) =>
      statementsOf(() => expect(t.services.posts.remove(actor, id)).rejects.toThrow());
    // The same letters: a query without case is compared in another way.
    const absent = [...author.nickname].reverse().join('');
    // What the new posts have caused sends statements of its own.
    await t.services.events.drain();
    expect(await search(author.nickname)).toEqual(await search(absent));
    expect(await refuse(secret)).toEqual(await refuse(open));
  });
});

/** Records the SQL of `work`, without parameters. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await recordStatements(work)).map(({ text }) => text);
}

describe('GET /api/post/link-cards', () => {
  const cards = async (as: SignedIn, ids: readonly number[]) => {
    const { status, json } = await t.call('GET', `/api/post/link-cards?ids=${ids.join()}`, { as });
    expect(status).toBe(200);
    return json.cards as { id: number; title: string }[];
  };

  it('shows title, board and state of posts, and no author [POST-94]', async () => {
    const item = await createPost(t, author, { boardType: 'MARKET', title: '선형대수학' });
    const secret = await createPost(t, author, { boardType: 'SECRET', title: '익명의 글' });
    const found = await cards(reader, [item, secret, item, 4_000_000_000]);
    expect(found).toHaveLength(2);
    expect(found.find(({ id }) => id === item)).toEqual({
      id: item,
      title: '선형대수학',
      boardType: 'MARKET',
      lectureRoomId: null,
      createdDate: expect.stringMatching(/\+09:00$/),
      commentCount: 0,
      tradeStatus: 'ON_SALE',
      answered: false,
    });
    expect(Object.keys(found[0] ?? {}).join()).not.toMatch(/writer|author/i);
  });

  it('leaves out what the reader cannot read: deleted, of closed and deleted rooms, of blocked members [POST-94]', async () => {
    const [closed, gone] = [
      await createLectureRoom(t, { membersOnly: true }),
      await createLectureRoom(t, { deletedAt: t.clock.now() }),
    ];
    const [deleted, inClosed, inGone, blocked] = await Promise.all(
      ['삭제', '닫힘', '사라짐', '차단'].map((title) => createPost(t, author, { title })),
    );
    const ids = [deleted, inClosed, inGone, blocked].map(Number);
    await changePost(t, Number(deleted), { deletedAt: t.clock.now() });
    await changePost(t, Number(inClosed), { boardType: 'LECTURE_Q', lectureId: closed });
    await changePost(t, Number(inGone), { boardType: 'LECTURE_Q', lectureId: gone });
    await createBlock(t.db, reader, author);
    expect(await cards(reader, ids)).toEqual([]);
    const staff = await t.signIn('MANAGER');
    expect((await cards(staff, ids)).map(({ title }) => title).sort()).toEqual(['닫힘', '차단']);
  });

  it.each(['', '0', '1,', 'a', '1.5', Array.from({ length: 21 }, (_, at) => at + 1).join()])(
    'refuses the ids "%s"',
    async (ids) => {
      const url = `/api/post/link-cards?ids=${ids}`;
      expect((await t.call('GET', url, { as: reader })).status).toBe(400);
    },
  );
});
