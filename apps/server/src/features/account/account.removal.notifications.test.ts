import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createNotification, readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { findInTables } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';
import { prove } from './account.fixture.ts';

let t: TestApp;
let me: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
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

describe('the nickname of a member who leaves, in notifications of others', () => {
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
