import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeMember,
  createThread,
  deleteThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { report } from '../moderation/blinds.fixture.ts';

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  author = await t.signIn('STUDENT');
  reader = await t.signIn('PROFESSOR');
  postId = await createThread(t, author);
});
afterAll(() => t.close());

const list = (query = '', as = reader) =>
  t.call('GET', `/api/post/${postId}/comments${query}`, { as });
const contents = (json: { comments: { content: string }[] }) =>
  json.comments.map((one) => one.content);

describe('GET /api/post/:id/comments', () => {
  it('refuses a caller without a token', async () => {
    const { status, json } = await t.call('GET', `/api/post/${postId}/comments`);
    expect(status).toBe(401);
    expect(json.error).toBe('UNAUTHORIZED');
  });

  it('responds 404 for a missing and for a deleted post [ROLE-24]', async () => {
    await writeComment(t, author, postId);
    await deleteThread(t, postId);
    const [gone, missing] = [
      await list(),
      await t.call('GET', '/api/post/9007199254740991/comments', { as: reader }),
    ];
    for (const { status, json } of [gone, missing]) {
      expect(status).toBe(404);
      expect(json.message).toBe('게시글을 찾을 수 없습니다.');
    }
  });

  it.each(['0', '-1', '01', '1.5', '1e3', 'abc', '%20', '9007199254740993', '1,2', '%00'])(
    'responds 400 for the id %s',
    async (id) => {
      const { status } = await t.call('GET', `/api/post/${id}/comments`, { as: reader });
      expect(status).toBe(400);
    },
  );

  it.each(['?page=-1', '?page=1.5', '?page=1&page=2', '?sort=best', '?page=99999999999'])(
    'responds 400 for %s [LIST-03, LIST-05]',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  it('returns an empty thread', async () => {
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(json).toEqual({
      comments: [],
      commentCount: 0,
      currentPage: 0,
      totalPages: 0,
      next: null,
    });
  });

  it('returns exactly the fields of the contract, as seen by the viewer [API-09]', async () => {
    await changeMember(t, author.id, { profileImageUrl: '/files/face.webp' });
    const { id } = await writeComment(t, author, postId, { content: '  첫 댓글  ' });
    const { json } = await list();
    expect(json.comments).toEqual([
      {
        id,
        postId,
        boardType: 'FREE',
        parentId: null,
        content: '첫 댓글',
        text: '첫 댓글',
        createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
        edited: false,
        deleted: false,
        writerId: author.id,
        writerNickname: author.nickname,
        writerProfileThumbnails: '/files/face.webp',
        writerRoles: ['USER', 'STUDENT'],
        isPostAuthor: true,
        isAuthor: false,
        countChildren: 0,
        likes: 0,
        liked: false,
        targetNickname: null,
      },
    ]);
    const own = await list('', author);
    expect(own.json.comments[0].isAuthor).toBe(true);
  });

  it('sorts by the order of writing, ascending or descending', async () => {
    for (const content of ['하나', '둘', '셋']) await writeComment(t, reader, postId, { content });
    expect(contents((await list()).json)).toEqual(['하나', '둘', '셋']);
    expect(contents((await list('?sort=newest')).json)).toEqual(['셋', '둘', '하나']);
    expect((await list()).json.comments[0].isPostAuthor).toBe(false);
  });

  it('lists top-level comments only and counts replies [COMM-06]', async () => {
    const top = await writeComment(t, reader, postId);
    await writeComment(t, author, postId, { parentId: top.id });
    const { json } = await list();
    expect(json.comments).toHaveLength(1);
    expect(json.comments[0].countChildren).toBe(1);
    expect(json.commentCount).toBe(2);
  });

  it('keeps a deleted comment as a placeholder without writer while it has replies', async () => {
    await changeMember(t, author.id, { profileImageUrl: '/files/face.webp' });
    const top = await writeComment(t, author, postId, { content: '첫 말' });
    const reply = await writeComment(t, author, postId, { parentId: top.id });
    await t.call('POST', `/api/comment/${top.id}/like`, { as: author });
    await t.call('PUT', `/api/comment/${top.id}`, { as: author, body: { content: '지울 말' } });
    const before = (await list('', author)).json.comments[0];
    const flags = { edited: true, isAuthor: true, isPostAuthor: true, liked: true, likes: 1 };
    expect(before).toMatchObject({ ...flags, writerProfileThumbnails: '/files/face.webp' });
    await t.call('DELETE', `/api/comment/${top.id}`, { as: author });
    const { json, text } = await list('', author);
    expect(json.commentCount).toBe(1);
    expect(json.comments).toEqual([
      expect.objectContaining({
        id: top.id,
        deleted: true,
        content: '',
        text: '',
        edited: false,
        writerId: null,
        writerNickname: '',
        writerProfileThumbnails: null,
        writerRoles: [],
        isAuthor: false,
        isPostAuthor: false,
        likes: 0,
        liked: false,
        countChildren: 1,
      }),
    ]);
    expect(json.comments[0].targetNickname).toBeNull();
    expect(text).not.toContain(author.nickname);
    expect(text).not.toMatch(/첫 말|지울 말|face/);
    const replies = await t.call('GET', `/api/post/${top.id}/replies`, { as: reader });
    expect(replies.json.replies).toHaveLength(1);

    await t.call('DELETE', `/api/comment/${reply.id}`, { as: author });
    expect((await list()).json).toMatchObject({ comments: [], commentCount: 0, totalPages: 0 });
    expect((await t.call('GET', `/api/post/${top.id}/replies`, { as: reader })).status).toBe(404);
  });

  it('drops a deleted comment without replies', async () => {
    const top = await writeComment(t, reader, postId);
    await t.call('DELETE', `/api/comment/${top.id}`, { as: reader });
    expect((await list()).json).toMatchObject({ comments: [], commentCount: 0 });
  });

  it('shows a withdrawn member without name, picture and id [MEMB-15, COMM-13]', async () => {
    const leaving = await t.signIn('STUDENT');
    const top = await writeComment(t, leaving, postId);
    const reply = await writeComment(t, leaving, postId, { parentId: top.id });
    await writeComment(t, reader, postId, { parentId: top.id, replyToId: reply.id });
    await changeMember(t, leaving.id, { withdrawnAt: t.clock.now() });
    const { json, text } = await list();
    expect(json.comments[0]).toMatchObject({
      writerId: null,
      writerNickname: '탈퇴한 회원',
      writerProfileThumbnails: null,
      writerRoles: [],
    });
    const replies = await t.call('GET', `/api/post/${top.id}/replies`, { as: reader });
    expect(replies.json.replies[1].targetNickname).toBe('탈퇴한 회원');
    expect(text + replies.text).not.toContain(leaving.nickname);
  });

  /** Writes comments with the given texts as one statement. */
  async function fill(texts: string[]) {
    await t.db.execute(sql`
      insert into comments (post_id, author_id, content, position, created_at)
      select ${postId}, ${author.id}, text, n, now()
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as x (text, n)`);
    await t.db.execute(sql`update posts set comment_count = ${texts.length} where id = ${postId}`);
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `n${at + 1}`);

  it('returns 100 a page; a page past the end is empty with the totals [COMM-05]', async () => {
    await fill(numbered(101));
    const first = await list();
    expect(first.json.comments).toHaveLength(100);
    expect(first.json).toMatchObject({ commentCount: 101, currentPage: 0, totalPages: 2 });
    const second = await list('?page=1');
    expect(contents(second.json)).toEqual(['n101']);
    expect(second.json.next).toBeNull();
    const third = await list('?page=2');
    expect(third.json).toMatchObject({ comments: [], currentPage: 2, totalPages: 2, next: null });
  });

  /** All contents, read by following `next`, and the bytes of the largest response. */
  async function readAll(sort: string) {
    const found: string[] = [];
    let largest = 0;
    let after = '';
    for (;;) {
      const { json, text } = await list(`?sort=${sort}${after}`);
      found.push(...contents(json));
      largest = Math.max(largest, Buffer.byteLength(text));
      if (json.next === null) return { found, largest };
      after = `&after=${json.next}`;
    }
  }

  it('continues by position, also when comments are deleted in between [COMM-05]', async () => {
    const texts = numbered(250);
    await fill(texts);
    expect((await readAll('oldest')).found).toEqual(texts);
    expect((await readAll('newest')).found).toEqual(texts.toReversed());
    const { json } = await list();
    await t.db.execute(
      sql`update comments set deleted_at = now() where id = ${json.comments[0].id}`,
    );
    expect(contents((await list(`?after=${json.next}`)).json)[0]).toBe('n101');
  });

  it.each(['oldest', 'newest'])(
    'keeps a response below 256 KB whatever the comments weigh and loses none: %s [COMM-05]',
    async (sort) => {
      const heavy = (at: number) => `${at} ${'가\u0301\u0302\u0303'.repeat(999)}`;
      const texts = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? `${at}` : heavy(at)));
      await fill(texts);
      const { found, largest } = await readAll(sort);
      expect(found).toEqual(sort === 'oldest' ? texts : texts.toReversed());
      expect(largest).toBeLessThan(262_144 + 2048);
    },
  );

  it('sends a single comment that is longer than a response may be [COMM-05]', async () => {
    await fill(['하나', 'ㅁ'.repeat(60_000), '셋']);
    const { found } = await readAll('oldest');
    expect(found).toHaveLength(3);
  });

  it.each(['?after=0', '?after=x', '?after=3000000000', '?after=1&after=2'])(
    'responds 400 for %s [LIST-03]',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  it('is read by index', async () => {
    await writeComment(t, reader, postId);
    const plan = await t.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain select id from comments
        where post_id = ${postId} and parent_id is null order by position limit 500`);
    });
    expect(JSON.stringify(plan.rows)).toContain('comments_post_idx');
    expect(JSON.stringify(plan.rows)).not.toContain('Sort');
  });
});

describe('GET /api/post/:commentId/replies', () => {
  const replies = (id: number, as = reader) => t.call('GET', `/api/post/${id}/replies`, { as });

  it('responds 404 below a deleted post and for a missing comment [COMM-04]', async () => {
    const top = await writeComment(t, reader, postId);
    await writeComment(t, author, postId, { parentId: top.id });
    expect((await replies(top.id)).status).toBe(200);
    await deleteThread(t, postId);
    for (const id of [top.id, 9_007_199_254_740_991]) {
      const { status, json } = await replies(id);
      expect(status).toBe(404);
      expect(json.error).toBe('COMMENT_NOT_FOUND');
    }
  });

  it('returns oldest first, each with the nickname it replies to [COMM-02]', async () => {
    const top = await writeComment(t, reader, postId);
    const first = await writeComment(t, author, postId, { content: '답', parentId: top.id });
    await writeComment(t, reader, postId, {
      content: '답의 답',
      parentId: top.id,
      replyToId: first.id,
    });
    const { json } = await replies(top.id);
    expect(json.replies).toEqual([
      expect.objectContaining({ content: '답', parentId: top.id, targetNickname: null }),
      expect.objectContaining({
        content: '답의 답',
        parentId: top.id,
        targetNickname: author.nickname,
      }),
    ]);
    await t.call('DELETE', `/api/comment/${first.id}`, { as: author });
    const after = await replies(top.id);
    expect(after.json.replies).toEqual([expect.objectContaining({ targetNickname: null })]);
  });
});

describe('GET /api/post/my-comments', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('GET', '/api/post/my-comments')).status).toBe(401);
  });

  it('lists only own comments, including anonymous ones [ANON-05, ANON-06, ROLE-23]', async () => {
    const me = await t.signIn('STUDENT');
    const secretId = await createThread(t, author, 'SECRET');
    const first = await writeComment(t, me, postId, { content: '공개' });
    t.clock.advance(60);
    const second = await writeComment(t, me, secretId, { content: '비밀' });
    await writeComment(t, reader, postId, { content: '남의 댓글' });
    const { json } = await t.call(
      'GET',
      `/api/post/my-comments?userId=${reader.id}&memberId=${reader.id}&id=${reader.id}&username=${reader.username}`,
      { as: me },
    );
    expect(json).toEqual({
      posts: [
        {
          id: second.id,
          postId: secretId,
          boardType: 'SECRET',
          content: '비밀',
          createdDate: second.createdDate,
          title: '등대 아래에서',
          lectureRoomId: null,
        },
        {
          id: first.id,
          postId,
          boardType: 'FREE',
          content: '공개',
          createdDate: first.createdDate,
          title: '등대 아래에서',
          lectureRoomId: null,
        },
      ],
      currentPage: 0,
      totalPages: 1,
      totalElements: 2,
    });
    const others = await t.call('GET', '/api/post/my-comments?pageSize=50', { as: reader });
    expect(others.text).not.toContain('비밀');
  });

  it('says which own comments do not come back once they are deleted [COMM-110]', async () => {
    const me = await t.signIn('STUDENT');
    const questionId = await createThread(t, author, 'QNA');
    const answer = await writeComment(t, me, questionId, { content: '채택될 답' });
    await t.call('POST', `/api/post/${questionId}/accept`, {
      as: author,
      body: { commentId: answer.id },
    });
    await writeComment(t, me, questionId, { content: '다른 답' });
    const hidden = await writeComment(t, me, questionId, { content: '가려질 답' });
    await storeSetting(t, 'blindAfter', '1');
    await report(t, 'COMMENT', hidden.id);
    await storeSetting(t, 'blindAfter', '0');
    const { json } = await t.call('GET', '/api/post/my-comments', { as: me });
    expect(json.posts).toEqual([
      expect.objectContaining({ id: hidden.id, blinded: true }),
      expect.not.objectContaining({ blinded: expect.anything(), accepted: expect.anything() }),
      expect.objectContaining({ id: answer.id, accepted: true }),
    ]);
  });

  it('returns five a page, without deleted comments and those of deleted posts', async () => {
    const me = await t.signIn('STUDENT');
    const goneId = await createThread(t, author);
    await writeComment(t, me, goneId);
    await deleteThread(t, goneId);
    const deleted = await writeComment(t, me, postId);
    await t.call('DELETE', `/api/comment/${deleted.id}`, { as: me });
    for (let n = 1; n <= 6; n += 1) await writeComment(t, me, postId, { content: `${n}번` });
    const first = await t.call('GET', '/api/post/my-comments', { as: me });
    expect(contents({ comments: first.json.posts })).toEqual(['6번', '5번', '4번', '3번', '2번']);
    expect(first.json).toMatchObject({ totalPages: 2, totalElements: 6 });
    const past = await t.call('GET', '/api/post/my-comments?page=9', { as: me });
    expect(past.json).toEqual({ posts: [], currentPage: 9, totalPages: 2, totalElements: 6 });
  });

  it.each(['pageSize=0', 'pageSize=51', 'pageSize=-1', 'page=x'])(
    'refuses %s [LIST-03]',
    async (q) => {
      expect((await t.call('GET', `/api/post/my-comments?${q}`, { as: reader })).status).toBe(400);
    },
  );
});

describe('GET /api/post/:commentId/replies with many replies', () => {
  it('returns 100 a page, oldest first, and continues by position [COMM-05]', async () => {
    const author = await t.signIn('STUDENT');
    const postId = await createThread(t, author);
    const { id } = await writeComment(t, author, postId);
    await t.db.execute(sql`insert into comments (post_id, parent_id, author_id, content)
      select ${postId}::bigint, ${id}::bigint, ${author.id}::bigint, 'r' || n
      from generate_series(1, 101) n`);
    await t.db.execute(sql`update comments set reply_count = 101 where id = ${id}`);
    const page = async (query = '') =>
      (await t.call('GET', `/api/post/${id}/replies${query}`, { as: author })).json;
    const first = await page();
    expect(first).toMatchObject({ currentPage: 0, totalPages: 2 });
    expect(first.replies).toHaveLength(100);
    for (const query of ['?page=1', `?after=${first.next}`]) {
      const second = await page(query);
      expect(contents({ comments: second.replies })).toEqual(['r101']);
      expect(second.next).toBeNull();
    }
    expect((await page('?page=2')).replies).toEqual([]);
  });
});

describe('GET /api/comment/:id/location', () => {
  const locate = (id: number, as = reader) => t.call('GET', `/api/comment/${id}/location`, { as });

  it('says where a list of siblings has to start to begin with the comment [COMM-74]', async () => {
    await writeComment(t, author, postId);
    const top = await writeComment(t, author, postId);
    await writeComment(t, author, postId, { parentId: top.id });
    const reply = await writeComment(t, reader, postId, { parentId: top.id, content: '답글' });
    const found = (await locate(reply.id)).json;
    expect(found).toEqual({ postId, parentId: top.id, position: 4, topPosition: 2 });
    const thread = await list(`?after=${found.topPosition - 1}`);
    expect(thread.json.comments[0].id).toBe(top.id);
    const url = `/api/post/${top.id}/replies?after=${found.position - 1}`;
    const replies = await t.call('GET', url, { as: reader });
    expect(contents({ comments: replies.json.replies })).toEqual(['답글']);
    expect((await locate(top.id)).json).toMatchObject({ parentId: null, position: 2 });
  });

  it('responds 404 for a deleted comment, unless it is a placeholder, and below a deleted post [COMM-74]', async () => {
    const top = await writeComment(t, author, postId);
    const reply = await writeComment(t, author, postId, { parentId: top.id });
    await t.call('DELETE', `/api/comment/${top.id}`, { as: author });
    expect((await locate(top.id)).status).toBe(200);
    await t.call('DELETE', `/api/comment/${reply.id}`, { as: author });
    for (const id of [top.id, reply.id]) {
      expect((await locate(id)).json.error).toBe('COMMENT_NOT_FOUND');
    }
    const other = await writeComment(t, author, postId);
    await deleteThread(t, postId);
    expect((await locate(other.id)).status).toBe(404);
  });
});
