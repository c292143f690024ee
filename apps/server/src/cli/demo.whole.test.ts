import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseLeftDemo } from '../boot/bring-up.ts';
import { writeComment } from '../testing/factories/comments.ts';
import {
  markLecture,
  readHours,
  readMarks,
  storeLecturePost,
} from '../testing/factories/lectures.ts';
import { createMember } from '../testing/factories/members.ts';
import { createPost } from '../testing/factories/posts.ts';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, type SignedIn, TEST_SECRET, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  expect(await t.services.demo.fill()).toBe(true);
});
afterAll(() => t.close());

function removeByCommand() {
  return runCli('demo-cli', ['remove'], {
    DATABASE_URL: t.database.url,
    TOKEN_SECRET: TEST_SECRET,
    DATA_DIR: t.dataDir,
  });
}

async function rows<T extends Record<string, unknown>>(query: ReturnType<typeof sql>) {
  return (await t.db.execute<T>(query)).rows;
}

async function count(table: string, where = 'true'): Promise<number> {
  const [row] = await rows<{ n: number }>(
    sql.raw(`select count(*) as n from ${table} where ${where}`),
  );
  return Number(row?.n);
}

const idOf = async (query: ReturnType<typeof sql>) =>
  Number((await rows<{ id: number }>(query))[0]?.id);

async function post(as: SignedIn, url: string): Promise<void> {
  expect((await t.call('POST', url, { as })).status).toBeLessThan(300);
}

describe('a database that has held the demo', () => {
  it('refuses to start without the demo and names the way [OPS-07]', async () => {
    await expect(refuseLeftDemo({ DEMO: false }, t.services.demo)).rejects.toThrow(
      'npm run demo -- remove',
    );
    await refuseLeftDemo({ DEMO: true }, t.services.demo);
  });

  it('lets nobody log in with a demo account from another machine [OPS-07]', async () => {
    const payload = { username: 'admin01', password: t.services.demo.password };
    const headers = { host: 'localhost:3000' };
    const logIn = (remoteAddress: string) =>
      t.app.inject({ method: 'POST', url: '/api/member/login', payload, headers, remoteAddress });
    const response = await logIn('203.0.113.9');
    expect([response.statusCode, response.json().error]).toEqual([403, 'DEMO_LOCAL_ONLY']);
    expect((await logIn('::ffff:127.0.0.1')).statusCode).toBe(200);
  });

  it('lets nobody log in with a demo account through a proxy or a foreign host [OPS-07]', async () => {
    const body = { username: 'admin01', password: t.services.demo.password };
    const logIn = (headers: Record<string, string>) =>
      t.call('POST', '/api/member/login', { body, headers });
    const foreign: Record<string, string>[] = [
      { host: 'naru.example.ac.kr' },
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-host': 'localhost' },
      { forwarded: 'for=203.0.113.9' },
      { 'x-real-ip': '203.0.113.9' },
      { via: '1.1 proxy' },
    ];
    for (const headers of foreign) {
      const { status, json } = await logIn(headers);
      expect([status, json.error], JSON.stringify(headers)).toEqual([403, 'DEMO_LOCAL_ONLY']);
    }
    expect((await logIn({ host: '127.0.0.1:3000' })).status).toBe(200);
    expect((await logIn({ host: '[::1]:3000' })).status).toBe(200);
  });

  it('keeps what other members made and removes the rest with its files, once [OPS-13]', async () => {
    const real = await t.signIn('ADMIN');
    const demo = await t.signInAs({
      ...(await createMember(t.db, 'STUDENT')),
      id: await idOf(sql`select id from members where username = '20250001'`),
    });
    const ownId = await createPost(t, real, { title: '남는 글' });
    await post(demo, `/api/post/${ownId}/like`);
    const { id: topId } = await writeComment(t, demo, ownId, { content: '체험 댓글' });
    await writeComment(t, real, ownId, { content: '남는 답글', parentId: topId });
    await writeComment(t, demo, ownId, { content: '사라질 댓글' });
    const secretId = await idOf(sql`select min(id) as id from posts where board_type = 'SECRET'`);
    const freeId = await idOf(
      sql`select min(id) as id from posts where board_type = 'FREE' and blinded_at is not null`,
    );
    for (const id of [secretId, freeId]) {
      await writeComment(t, real, id, { content: '남는 댓글' });
    }
    await t.db.execute(sql`insert into alias_blocks (member_seal, post_id, number)
      values (${t.seal.seal(demo.id)}, ${ownId}, 0)`);
    const room = await rows<{ id: number }>(sql`
      insert into chat_rooms (low_id, high_id) values (${demo.id}, ${real.id}) returning id`);
    await t.db.execute(sql`insert into chat_room_members (room_id, member_id)
      values (${room[0]?.id}, ${demo.id}), (${room[0]?.id}, ${real.id})`);
    await t.db.execute(sql`insert into chat_messages (room_id, sender_id, content)
      values (${room[0]?.id}, ${demo.id}, '체험 말'), (${room[0]?.id}, ${real.id}, '남는 말')`);
    const lectureNamed = (title: string) =>
      idOf(sql`select id from lectures where title = ${title} order by year desc, semester desc`);
    const [marked, written, reviewed] = await Promise.all(
      ['자료구조', '이산수학', '운영체제'].map(lectureNamed),
    );
    await markLecture(t, real, marked ?? 0);
    await storeLecturePost(t, real, written ?? 0);
    await createPost(t, real, { boardType: 'REVIEW', title: '남는 후기', lectureTagId: reviewed });
    await t.db.execute(
      sql`insert into banners (banner_type, title) values ('NORMAL', '남는 배너')`,
    );
    await t.db.execute(sql`update cafeteria_days set student = '{"SET_MENU":["남는 밥"]}'
      where day = (select min(day) from cafeteria_days where student_state = 'OPEN')`);
    await t.db.execute(
      sql`update members set password_hash = 'changed' where username = '20250002'`,
    );
    const { sources } = t.services;
    await sources.sync(t.services.demo.sources);
    for (const { id } of await sources.list()) await sources.tasks.source({ id });
    const states = (await sources.list()).map(({ state, faultCount }) => [state, faultCount]);
    expect(states).toEqual(states.map(() => ['READ', 0]));
    expect(await count('imported_articles')).toBe(6);
    expect(await count('uploads', 'copied_from is not null and post_id is not null')).toBe(1);
    expect(await count('attachments', 'copied_from is not null and post_id is not null')).toBe(1);
    expect((await readdir(join(t.dataDir, 'files'), { recursive: true })).length).toBeGreaterThan(
      20,
    );

    expect(await removeByCommand()).toEqual({
      out: 'Removed 26 demo accounts and their content. What other members made stays.',
      error: '',
      code: 0,
    });

    expect(await t.services.demo.isPresent()).toBe(false);
    await refuseLeftDemo({ DEMO: false }, t.services.demo);
    expect(await count('alias_blocks')).toBe(0);
    expect(await count('members', 'withdrawn_at is null')).toBe(2);
    expect(await count('members', 'withdrawn_at is not null')).toBe(1);
    expect(await count('members', `username in ('admin01', '20250001', '20250002')`)).toBe(0);
    expect(await count('posts')).toBe(5);
    for (const id of [secretId, freeId]) {
      const { dto } = (await t.call('GET', `/api/post/${id}`, { as: real })).json;
      expect(dto.title).toBe('지워진 체험용 글');
      const { json } = await t.call('GET', `/api/post/${id}/comments`, { as: real });
      expect(JSON.stringify(json)).toContain('남는 댓글');
    }
    const { dto } = (await t.call('GET', `/api/post/${ownId}`, { as: real })).json;
    expect(dto).toMatchObject({ title: '남는 글', likeCount: 0, commentCount: 1 });
    const urls = [`/api/post/${ownId}/comments`, `/api/post/${topId}/replies`];
    const lists = await Promise.all(urls.map((url) => t.call('GET', url, { as: real })));
    const thread = lists.map(({ text }) => text).join();
    expect(thread).toContain('남는 답글');
    expect(thread).not.toMatch(/체험 댓글|사라질 댓글/);
    const chat = await t.call('GET', `/api/mail/messages/${room[0]?.id}`, { as: real });
    expect(chat.json.messages.map(({ content }: { content: string }) => content)).toEqual([
      '남는 말',
    ]);
    expect((await t.call('GET', '/api/mail/my-room', { as: real })).status).toBe(200);
    expect(await rows(sql`select title from banners`)).toEqual([{ title: '남는 배너' }]);
    expect(
      await rows(
        sql`select title, marked_count, creator_id, professor_id from lectures order by title`,
      ),
    ).toEqual([
      { title: '운영체제', marked_count: 0, creator_id: null, professor_id: null },
      { title: '이산수학', marked_count: 0, creator_id: null, professor_id: null },
      { title: '자료구조', marked_count: 1, creator_id: null, professor_id: null },
    ]);
    expect(await readMarks(t, real)).toEqual([marked]);
    expect(await readHours(t, real)).toEqual(['1-09', '1-10', '3-09']);
    expect(await count('cafeteria_days')).toBe(1);
    expect(await count('settings')).toBe(0);
    expect(await count('board_heads')).toBe(0);
    for (const table of [
      'academic_dates',
      'uploads',
      'chat_pictures',
      'attachments',
      'lecture_answers',
      'friendships',
      'inquiries',
      'reveal_requests',
      'blinds',
      'sources',
      'imported_articles',
      'academic_dates',
    ]) {
      expect(await count(table), table).toBe(0);
    }
    expect(await count('daily_visitors', `member_id <> ${real.id}`)).toBe(0);
    const files = await readdir(join(t.dataDir, 'files'), { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile())).toEqual([]);
    expect(
      await count(
        'board_counters b',
        `post_count <> (select count(*) from posts p
        where p.board_type = b.board_type and deleted_at is null and lecture_id is null)`,
      ),
    ).toBe(0);
    for (const url of ['/api/post?boardType=FREE', '/api/post?boardType=SECRET', '/api/lecture']) {
      expect((await t.call('GET', url, { as: real })).status, url).not.toBe(500);
    }
    expect((await removeByCommand()).out).toBe('There are no demo accounts in this database.');
  });
});
