import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createSecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let actor: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  [author, actor] = [await t.signIn(), await t.signIn()];
});

const count = async (from: string): Promise<number> => {
  const { rows } = await t.db.execute<{ n: number }>(`select count(*) as n from ${from}`);
  return Number(rows[0]?.n);
};
/** Id of the transaction that wrote the newest of these rows. */
const writerOf = async (from: string): Promise<string> => {
  const { rows } = await t.db.execute<{ id: string }>(
    `select xmin::text as id from ${from} order by age(xmin) limit 1`,
  );
  return String(rows[0]?.id);
};
const ofAuthor = () => writerOf(`notifications where member_id = ${author.id}`);

/** Makes every insert of a notification fail. */
const breakNotifications = () =>
  t.db.execute('alter table notifications add constraint broken check (false) not valid');
const repairNotifications = () =>
  t.db.execute('alter table notifications drop constraint if exists broken');
afterEach(repairNotifications);

const post = (url: string, as: SignedIn, body: object = {}) => t.call('POST', url, { as, body });

interface Cause {
  name: string;
  /** Does, as `actor`, something that notifies `author`. */
  run(): Promise<{ status: number }>;
  /** The rows it writes. */
  rows(): string;
}

/** Prepares what each cause needs, in the order of the list. */
async function prepare(): Promise<Cause[]> {
  const postId = await createPost(t, author, { boardType: 'QNA' });
  const own = await writeComment(t, author, postId);
  const question = await createPost(t, actor, { boardType: 'QNA' });
  const answer = await writeComment(t, author, question);
  const professor = await t.signIn('PROFESSOR');
  const lectureId = await createLectureRoom(t, { professorId: professor.id });
  const asked = await createLecturePost(t, author, lectureId);
  t.clock.advance(2);
  return [
    {
      name: 'a comment',
      run: () => post(`/api/post/${postId}/comments`, actor, { content: '댓글' }),
      rows: () => `comments where post_id = ${postId} and author_id = ${actor.id}`,
    },
    {
      name: 'a like',
      run: () => post(`/api/post/${postId}/like`, actor),
      rows: () => `post_likes where post_id = ${postId}`,
    },
    {
      name: 'a like of a comment',
      run: () => post(`/api/comment/${own.id}/like`, actor),
      rows: () => `comment_likes where comment_id = ${own.id}`,
    },
    {
      name: 'an accepted answer',
      run: () => post(`/api/post/${question}/accept`, actor, { commentId: answer.id }),
      rows: () => `posts where id = ${question} and accepted_comment_id is not null`,
    },
    {
      name: 'an answer to a question',
      run: async () => {
        const url = `/api/lecture-room/${lectureId}/posts/${asked}/answer`;
        return t.call('PUT', url, { as: professor, body: { content: '<p>답변</p>' } });
      },
      rows: () => `lecture_answers where post_id = ${asked}`,
    },
    {
      name: 'a friend request',
      run: () => post('/api/friend/add-friend', actor, { id: author.id }),
      rows: () => `friendships where requester_id = ${actor.id}`,
    },
  ];
}

describe('a notification', () => {
  it('is written by the transaction of its cause', async () => {
    for (const { name, run, rows } of await prepare()) {
      expect([200, 201], name).toContain((await run()).status);
      expect(await ofAuthor(), name).toBe(await writerOf(rows()));
    }
    expect(await readNotifications(t, author)).toHaveLength(6);
  });

  it('that cannot be written rolls its cause back, with its live events', async () => {
    const causes = await prepare();
    await t.services.live.place(author.id);
    await t.db.execute('delete from events');
    await breakNotifications();
    for (const { name, run, rows } of causes) {
      expect((await run()).status, name).toBe(500);
      expect(await count(rows()), name).toBe(0);
    }
    expect(await count('events')).toBe(0);
    await repairNotifications();
    for (const { name, run, rows } of causes) {
      await run();
      expect(await count(rows()), name).toBe(1);
    }
  });

  it('about account security is part of its transaction too', async () => {
    const login = () =>
      t.call('POST', '/api/member/login', {
        body: { username: author.username, password: TEST_PASSWORD },
      });
    const sessions = `sessions where member_id = ${author.id}`;
    const before = await count(sessions);
    await breakNotifications();
    expect((await login()).status).toBe(500);
    expect(await count(sessions)).toBe(before);
    await repairNotifications();
    expect((await login()).status).toBe(200);
    expect(await readNotifications(t, author)).toMatchObject([{ subType: 'new-device' }]);
  });
});

describe('a notification about an anonymous post', () => {
  it('is written by another transaction than the comment, so that no transaction id links them [ANON-27]', async () => {
    await t.services.live.place(author.id);
    const postId = await createPost(t, author, { boardType: 'SECRET' });
    const comment = await writeComment(t, actor, postId);
    await t.services.events.drain();
    const cause = await writerOf(`comments where id = ${comment.id}`);
    expect(await readNotifications(t, author)).toHaveLength(1);
    expect(await ofAuthor()).not.toBe(cause);
    expect(await writerOf(`events where member_id = ${author.id}`)).not.toBe(cause);
    expect(await count('pending_notifications')).toBe(0);
  });

  it('is stored sealed by the transaction of the comment, and sent later when sending fails', async () => {
    const postId = await createPost(t, author, { boardType: 'SECRET' });
    await t.services.events.drain();
    await breakNotifications();
    const { id } = await writeComment(t, actor, postId);
    await t.services.events.drain();
    expect(await writerOf('pending_notifications')).toBe(
      await writerOf(`comments where id = ${id}`),
    );
    const { rows } = await t.db.execute<{ text: string }>(
      'select encode(payload, $$escape$$) as text from pending_notifications',
    );
    expect(rows).toHaveLength(1);
    for (const needle of [String(id), String(postId), `"actorId":${actor.id}`, 'comment']) {
      expect(rows[0]?.text).not.toContain(needle);
    }
    await repairNotifications();
    await Promise.all([t.services.jobs.notifications.run(), t.services.jobs.notifications.run()]);
    expect(await readNotifications(t, author)).toHaveLength(1);
    expect(await count('pending_notifications')).toBe(0);
  });

  it('is sent within seconds after a deadlock, though another one fails for good [LIVE-43]', async () => {
    const broken = t.seal.sealText(JSON.stringify({ cause: { name: 'unknown', what: {} } }));
    await t.db.execute(
      `insert into pending_notifications (payload) values (decode('${broken.toString('hex')}', 'hex'))`,
    );
    await t.db.execute('create sequence tries');
    await t.db.execute(`create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return new; end $$`);
    await t.db.execute(`create trigger fail_once before insert on notifications
      for each row execute function fail_once()`);
    try {
      await writeComment(t, actor, await createPost(t, author, { boardType: 'SECRET' }));
      await t.services.events.drain();
      expect(await readNotifications(t, author)).toHaveLength(1);
      const staff = await t.signIn('MANAGER');
      await createPost(t, staff, { boardType: 'NOTICE' });
      await t.services.events.drain();
      expect(await readNotifications(t, author)).toHaveLength(2);
    } finally {
      await t.db.execute('drop function fail_once cascade');
      await t.db.execute('drop sequence tries');
      await t.db.execute('delete from pending_notifications');
    }
  });

  it('is not stored when the comment is not', async () => {
    const postId = await createPost(t, author, { boardType: 'SECRET' });
    await t.services.events.drain();
    await t.db.execute('alter table pending_notifications rename to away');
    const { status } = await post(`/api/post/${postId}/comments`, actor, { content: '댓글' });
    await t.db.execute('alter table away rename to pending_notifications');
    expect(status).toBe(500);
    expect(await count(`comments where post_id = ${postId}`)).toBe(0);
  });
});

describe('a notification to all members', () => {
  const groupOf = (postId: number) => `notifications where group_key = 'post ${postId}'`;

  it('is stored by the transaction of the post and sent later when sending fails', async () => {
    const staff = await t.signIn('MANAGER');
    await breakNotifications();
    const postId = await createPost(t, staff, { boardType: 'NOTICE' });
    await t.services.events.drain();
    expect(await writerOf('broadcasts')).toBe(await writerOf(`posts where id = ${postId}`));
    expect(await count(groupOf(postId))).toBe(0);
    await repairNotifications();
    await t.services.jobs.notifications.run();
    const memberCount = await count('members where withdrawn_at is null');
    expect(await count(groupOf(postId))).toBe(memberCount - 1);
    expect(await count('broadcasts')).toBe(0);
  });

  it('resumes where it stopped and repeats nothing for members who read it', async () => {
    await t.db.execute(`insert into members (username, email, nickname, name, password_hash)
      select 'many' || n, 'many' || n || '@g.kmou.ac.kr', '여럿' || n, '여럿', 'x'
      from generate_series(1, 1200) n`);
    const staff = await t.signIn('MANAGER');
    const last = await count('members');
    await t.db.execute(
      `alter table notifications add constraint broken check (member_id < ${last - 100}) not valid`,
    );
    const postId = await createPost(t, staff, { boardType: 'NOTICE' });
    await t.services.events.drain();
    const first = await count(groupOf(postId));
    expect(first).toBeGreaterThanOrEqual(500);
    expect(first).toBeLessThan(last - 100);
    await post('/api/notice/read-all', author, { noticeIds: [] });
    await repairNotifications();
    const second = await createSecondServer(t);
    await Promise.all([
      t.services.jobs.notifications.run(),
      second.services.jobs.notifications.run(),
    ]);
    await second.close();
    expect(await count(groupOf(postId))).toBe(
      (await count('members where withdrawn_at is null')) - 1,
    );
    expect(await count(`${groupOf(postId)} and member_id = ${author.id}`)).toBe(1);
  });

  it('is sent when a run ends, even if an earlier one of the same server held it', async () => {
    const staff = await t.signIn('MANAGER');
    const waiting = `pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and not l.granted`;
    let run: Promise<unknown> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.execute('lock table notifications in share row exclusive mode');
      const postId = await createPost(t, staff, { boardType: 'NOTICE' });
      await expect.poll(() => count(waiting)).toBe(1);
      run = t.services.jobs.notifications.run().then(() => count(groupOf(postId)));
      await delay(100);
    });
    expect(await run).toBe((await count('members where withdrawn_at is null')) - 1);
  });
});
