import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBanner } from '../../testing/factories/banners.ts';
import { createChatRoom, uploadChatPicture } from '../../testing/factories/chat.ts';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createAttachment, createPicture, readPicture } from '../../testing/factories/files.ts';
import { createRoleRequest } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createNotification, readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { findInTables } from '../../testing/matrix/snapshot.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';
import { fetchFile, makePicture, uploadPicture } from '../uploads/pictures.fixture.ts';
import { prove } from './account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('the pictures of a member who leaves', () => {
  const DAY = 24 * 60 * 60;
  const SCHEDULED = '/api/admin/scheduled-notices';

  async function leave(as: SignedIn): Promise<void> {
    await prove(t, as);
    const { status, text } = await t.call('DELETE', '/api/member/me', { as });
    if (status !== 200) throw new Error(text);
  }

  it('stay where the site shows them, as those of nobody [UPLOAD-122]', async () => {
    const me = await t.signIn('STUDENT_COUNCIL');
    const [banner, logo] = [await uploadPicture(t, me), await uploadPicture(t, me)];
    await createBanner(t, { imageUrl: banner });
    await storeSetting(t, 'identity', JSON.stringify({ logoUrl: logo }));
    const before = await Promise.all([banner, logo].map((url) => fetchFile(t, url)));
    await leave(me);
    t.clock.advance(2 * DAY);
    await t.services.uploads.pictures.sweep();
    for (const url of [banner, logo]) {
      expect(await readPicture(t.db, url)).toMatchObject({ status: 'ready', ownerId: null });
    }
    const after = await Promise.all([banner, logo].map((url) => fetchFile(t, url)));
    expect(after.map((bytes, index) => before[index]?.equals(bytes))).toEqual([true, true]);
  });

  it('stay in a notice that waits, with its files, for the colleague who takes it over [UPLOAD-122]', async () => {
    const [me, colleague] = [await t.signIn('MANAGER'), await t.signIn('MANAGER')];
    const picture = await createPicture(t.db, me);
    const file = await createAttachment(t.db, me);
    const post = {
      ...{ boardType: 'NOTICE', title: '등대제 안내', attachments: [file] },
      content: `<p>지도</p><img src="${picture}" alt="지도">`,
    };
    const publishAt = new Date(t.clock.now().getTime() + 2 * DAY * 1000).toISOString();
    const made = await t.call('POST', SCHEDULED, { as: me, body: { post, publishAt } });
    expect(made.status).toBe(201);
    await leave(me);
    const url = `${SCHEDULED}/${made.json.id}`;
    const { notice } = (await t.call('GET', url, { as: colleague })).json;
    const body = { post: notice.post, publishAt, version: notice.version };
    expect(await t.call('PUT', url, { as: colleague, body })).toMatchObject({ status: 200 });
    expect(await readPicture(t.db, picture)).toMatchObject({
      status: 'ready',
      ownerId: colleague.id,
    });
  });

  it('go with the next sweep when nothing or an own comment had them [UPLOAD-122]', async () => {
    const [me, other] = [await t.signIn(), await t.signIn()];
    const [unused, ofComment] = [await uploadPicture(t, me), await uploadPicture(t, me)];
    const postId = await createPost(t, other);
    await writeComment(t, me, postId, { picture: { url: ofComment, alt: '' } });
    const theirs = await uploadPicture(t, other);
    await leave(me);
    for (const url of [unused, ofComment]) expect((await t.call('GET', url)).status).toBe(404);
    await t.services.uploads.pictures.sweep();
    for (const url of [unused, ofComment]) expect(await readPicture(t.db, url)).toBeUndefined();
    expect(await readPicture(t.db, theirs)).toMatchObject({ status: 'ready', ownerId: other.id });
  });

  it('stay in the messages that they were sent with [UPLOAD-122]', async () => {
    const [me, friend] = [await t.signIn(), await t.signIn()];
    const room = await createChatRoom(t, me, friend);
    const png = await makePicture('png');
    const [sent, unsent] = [
      await uploadChatPicture(t, me, png),
      await uploadChatPicture(t, me, png),
    ];
    const body = { pictureKey: sent, clientId: null };
    const { status } = await t.call('POST', `/api/mail/send-picture/${room}`, { as: me, body });
    expect(status).toBe(201);
    await leave(me);
    const { rows } = await t.db.execute<{ key: string; status: string }>(
      `select key, status from chat_pictures where key in ('${sent}', '${unsent}')`,
    );
    const statuses = Object.fromEntries(rows.map((row) => [row.key, row.status]));
    expect(statuses).toEqual({ [sent]: 'ready', [unsent]: 'removing' });
  });
});

describe('the nickname of a member who leaves, in notifications of others', () => {
  let me: SignedIn;
  let reader: SignedIn;
  beforeEach(async () => {
    await t.db.execute(sql`update members set nickname = 'was' || id where nickname = '후배'`);
    me = await t.signInAs(await createMember(t.db, 'STUDENT', { nickname: '후배' }));
    reader = await t.signIn();
  });

  async function leave(): Promise<void> {
    await prove(t, me);
    const { status, text } = await t.call('DELETE', '/api/member/me', { as: me });
    if (status !== 200) throw new Error(text);
  }
  const texts = async () => (await readNotifications(t, reader)).map(({ content }) => content);
  const bell = async (): Promise<string[]> => {
    const { json } = await t.call('GET', '/api/member/my-notices?all=true', { as: reader });
    return json.notices.map(({ content }: { content: string }) => content);
  };

  it('stays a word in what others wrote [PRIV-06]', async () => {
    const words = [
      `'졸업한 후배님 연락처 문의' 문의에 답변이 등록되었습니다.`,
      `'졸업한 후배님이 그린' 수집이 다시 됩니다.`,
      `'후배님' 키워드가 있는 글이 올라왔습니다: 졸업한 후배님이 온다`,
      '후배님이 온다는 새 공지',
    ];
    for (const content of words) await createNotification(t, reader, { content });
    await leave();
    expect(await texts()).toEqual(words);
  });

  it('is replaced where it names who wrote or liked, not in the title [PRIV-06]', async () => {
    const postId = await createPost(t, reader, { title: '졸업한 후배님' });
    const { id } = await writeComment(t, reader, postId);
    await writeComment(t, me, postId);
    await writeComment(t, me, postId, { parentId: id });
    await t.call('POST', `/api/post/${postId}/like`, { as: me });
    await t.services.events.drain();
    await leave();
    const expected = [
      `'졸업한 후배님' 글에 탈퇴한 회원이 댓글을 남겼습니다.`,
      `'졸업한 후배님' 글의 내 댓글에 탈퇴한 회원이 답글을 남겼습니다.`,
      `'졸업한 후배님' 글을 탈퇴한 회원이 좋아합니다.`,
    ];
    expect(await texts()).toEqual(expected);
    expect((await bell()).toSorted()).toEqual(expected.toSorted());
    await t.db.execute(sql`update posts set title = '바뀐 제목' where id = ${postId}`);
    expect((await bell()).join()).not.toContain('후배');
  });

  it('goes with the cause of several that share a text [PRIV-06]', async () => {
    const postId = await createPost(t, reader, { title: '후배님' });
    for (const content of ['하나', '둘']) await writeComment(t, me, postId, { content });
    await leave();
    expect(await bell()).toEqual([`'후배님' 글에 새 댓글 2개가 달렸습니다.`]);
    expect(await texts()).toEqual([`'후배님' 글에 탈퇴한 회원이 댓글을 남겼습니다.`]);
    expect(await findInTables(t, '"actor": "후배님"')).toEqual([]);
  });

  it('is replaced in those about friends and in older ones without a cause [PRIV-06]', async () => {
    const other = await t.signIn();
    await t.call('POST', '/api/friend/add-friend', { as: me, body: { id: reader.id } });
    const rows = [
      ['friend', '후배님과 친구가 되었습니다.', '탈퇴한 회원과 친구가 되었습니다.'],
      [
        'comment',
        `'졸업한 후배님' 글에 후배님이 댓글을 남겼습니다.`,
        `'졸업한 후배님' 글에 탈퇴한 회원이 댓글을 남겼습니다.`,
      ],
      [
        'like',
        '삭제된 글을 후배님 외 2명이 좋아합니다.',
        '삭제된 글을 탈퇴한 회원 외 2명이 좋아합니다.',
      ],
      ['friend', '내후배님과 친구가 되었습니다.', '내후배님과 친구가 되었습니다.'],
    ] as const;
    for (const [type, content] of rows) await createNotification(t, other, { type, content });
    await leave();
    expect(await texts()).toEqual(['탈퇴한 회원이 친구 요청을 보냈습니다.']);
    const after = (await readNotifications(t, other)).map(({ content }) => content);
    expect(after).toEqual(rows.map(([, , content]) => content));
  });

  it('is looked up by an index among 10,000 rows [PRIV-06]', async () => {
    await t.database.pool.query(
      `insert into notifications (member_id, type, content, cause, created_at)
        select $1, 'comment', '글에 등대' || n || '님이 댓글을 남겼습니다.',
          jsonb_build_object('facts', jsonb_build_object('actor', '등대' || n || '님')), now()
        from generate_series(1, 10000) n`,
      [reader.id],
    );
    await t.database.pool.query('analyze notifications');
    const statements = await recordStatements(leave);
    const asked = statements.filter(({ text }) => text.startsWith('update "notifications"'));
    expect(asked).toHaveLength(1);
    const plans = await Promise.all(asked.map((one) => explain(t.database.pool, one)));
    const nodes = plans.flat().map((node) => node['Index Name'] ?? node['Node Type']);
    expect(nodes).toContain('notifications_actor_idx');
    expect(nodes).not.toContain('Seq Scan');
  });
});

describe('what happens during a removal', () => {
  let admin: SignedIn;
  let me: SignedIn;
  beforeEach(async () => {
    await clearThrottles(t);
    [admin, me] = [await t.signIn('ADMIN'), await t.signIn('USER')];
    await prove(t, me);
  });

  const leave = () => t.call('DELETE', '/api/member/me', { as: me });
  const count = async (query: string): Promise<number> => {
    const { rows } = await t.db.execute<{ n: number }>(`select count(*)::int as n from ${query}`);
    return rows[0]?.n ?? -1;
  };
  const untilWaiting = (waiting: number) => expect.poll(() => countWaiting(t)).toBe(waiting);
  /** Runs `work` while a lock on the rows blocks the removal. */
  async function whileLeaving<T>(
    held: string,
    work: () => Promise<T>,
  ): Promise<{ left: number; result: T }> {
    const holder = await t.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`select 1 from ${held} for update`);
      const leaving = leave();
      await untilWaiting(1);
      const working = work();
      await untilWaiting(2);
      await holder.query('commit');
      return { left: (await leaving).status, result: await working };
    } finally {
      holder.release();
    }
  }

  it('a role granted during the removal finds no member and leaves no row', async () => {
    await createPicture(t.db, me);
    const url = `/api/admin/grant-role?userId=${me.id}&role=ADMIN`;
    // Its roles are deleted by then, its name is not.
    const { left, result } = await whileLeaving(`uploads where owner_id = ${me.id}`, () =>
      t.call('POST', url, { as: admin }),
    );
    expect([left, result.json.error]).toEqual([200, 'MEMBER_UNKNOWN']);
    expect(await count(`member_roles where member_id = ${me.id}`)).toBe(0);
    expect(await count(`notifications where member_id = ${me.id}`)).toBe(0);
  });

  it('a role request granted during the removal is deleted without a deadlock', async () => {
    const id = await createRoleRequest(t, me, 'STUDENT');
    await createChatRoom(t, me, admin);
    const { left, result } = await whileLeaving(
      `chat_rooms where ${me.id} in (low_id, high_id)`,
      () => t.call('POST', `/api/inquiry/${id}/grant`, { as: admin }),
    );
    expect([left, result.json.error]).toEqual([200, 'INQUIRY_NOT_FOUND']);
    expect(await count(`member_roles where member_id = ${me.id}`)).toBe(0);
  });

  it('a like of a comment with a picture during the removal is no deadlock [COMM-103]', async () => {
    const author = await t.signIn('STUDENT');
    const postId = await createThread(t, author);
    const picture = { url: await createPicture(t.db, author), alt: '' };
    const { id } = await writeComment(t, author, postId, { picture });
    await t.services.live.place(author.id);
    await prove(t, author);
    const holder = await t.database.pool.connect();
    try {
      // In the order of a like: the comment, then the event stream of its author.
      await holder.query('begin');
      await holder.query('select 1 from comments where id = $1 for no key update', [id]);
      const leaving = t.call('DELETE', '/api/member/me', { as: author });
      await untilWaiting(1);
      await holder.query('select 1 from event_streams where member_id = $1 for update', [
        author.id,
      ]);
      await holder.query('commit');
      expect((await leaving).status).toBe(200);
    } finally {
      holder.release();
    }
    const { rows } = await t.db.execute(`select picture from comments where id = ${id}`);
    expect(rows).toEqual([{ picture: null }]);
  });
});
