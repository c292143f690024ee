import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeMember,
  createThread,
  deleteThread,
  readThread,
  writeComment,
} from '../../testing/factories/comments.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { recordRoundTrips } from '../../testing/round-trips.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let writer: SignedIn;
let named: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [author, writer, named] = [
    await t.signIn('STUDENT'),
    await t.signIn('STUDENT'),
    await t.signIn('STUDENT'),
  ];
  postId = await createThread(t, author);
});
afterAll(() => t.close());

const mention = (content: string, more: { parentId?: number } = {}, id = postId) =>
  writeComment(t, writer, id, { content, ...more });

async function bellOf(member: SignedIn) {
  await t.services.events.drain();
  const rows = await readNotifications(t, member);
  return rows.map(({ type, subType }) => `${type} ${subType}`);
}

const listed = async (as: SignedIn, id = postId) =>
  (await t.call('GET', `/api/post/${id}/comments`, { as })).json.comments;

describe('a mention', () => {
  it.each([
    ['a mail address', (name: string) => `me@${name}`],
    ['a web address', (name: string) => `https://a.example/@${name}`],
    ['somebody else', () => '@없는사람이에요'],
    ['the name alone', (name: string) => name],
  ])('is not %s [COMM-97]', async (_what, textOf) => {
    const comment = await mention(textOf(named.nickname));
    expect(comment.mentions).toBeUndefined();
    expect(await bellOf(named)).toEqual([]);
  });

  it('of oneself is plain text [COMM-97]', async () => {
    expect((await mention(`@${writer.nickname} 저예요`)).mentions).toBeUndefined();
    expect(await bellOf(writer)).toEqual([]);
  });

  it('names the member and notifies once, also with letters behind it [COMM-97, COMM-98]', async () => {
    const { id, nickname: name } = named;
    const comment = await mention(`@${name}님 이거 보세요. @${name} 꼭이요`);
    const mentions = [{ id, name, nickname: name }];
    expect(comment.mentions).toEqual(mentions);
    expect((await listed(author))[0].mentions).toEqual(mentions);
    await t.services.events.drain();
    const { json } = await t.call('GET', '/api/member/my-notices', { as: named });
    expect(json.notices).toEqual([
      expect.objectContaining({
        type: 'comment',
        subType: 'mention',
        content: `'등대 아래에서' 글의 댓글에서 ${writer.nickname}님이 나를 언급했습니다.`,
        targetUrl: `/main/community/free/post/${postId}#comment-${comment.id}`,
      }),
    ]);
  });

  it('of who is notified of the comment anyway adds no notification [COMM-98]', async () => {
    const top = await writeComment(t, named, postId);
    await mention(`@${author.nickname} @${named.nickname}`);
    await mention(`@${named.nickname} 네`, { parentId: top.id });
    expect(await bellOf(author)).toEqual(['comment null']);
    expect(await bellOf(named)).toEqual(['comment mention', 'comment reply']);
  });

  it('shares the row of earlier ones below the post while it is unread [NOTIF-75]', async () => {
    await mention(`@${named.nickname} 하나`);
    const { id } = await mention(`@${named.nickname} 둘`);
    const { json } = await t.call('GET', '/api/member/my-notices', { as: named });
    expect(json.notices).toEqual([
      expect.objectContaining({
        subType: 'mention',
        count: 2,
        content: `'등대 아래에서' 글의 댓글 2개에서 나를 언급했습니다.`,
        targetUrl: `/main/community/free/post/${postId}#comment-${id}`,
      }),
    ]);
  });

  it('of a follower of the post notifies once [COMM-98]', async () => {
    const body = { follows: true };
    await t.call('PUT', `/api/post/${postId}/follow`, { as: named, body });
    await mention(`@${named.nickname} 보세요`);
    await t.services.notifications.sendNotifications();
    expect(await bellOf(named)).toEqual(['comment mention']);
  });

  it('reaches five members at most, in the order of the text [COMM-97]', async () => {
    const many = [];
    for (let count = 0; count < 6; count += 1) many.push(await t.signIn('STUDENT'));
    const comment = await mention(many.map(({ nickname }) => `@${nickname}`).join(' '));
    expect(comment.mentions.map(({ id }: { id: number }) => id)).toEqual(
      many.slice(0, 5).map(({ id }) => id),
    );
    expect(await bellOf(many[5] as SignedIn)).toEqual([]);
  });

  it.each([
    ['who blocks the writer', 0],
    ['whom the writer blocks', 1],
  ])(
    'of a member %s shows, and notifies nobody who blocks [COMM-98, FRIEND-80]',
    async (_who, notified) => {
      if (notified === 1) await createBlock(t.db, writer, named);
      else await createBlock(t.db, named, writer);
      const comment = await mention(`@${named.nickname}`);
      // Shown all the same: plain text would reveal the block to the writer.
      expect(comment.mentions).toHaveLength(1);
      expect(await bellOf(named)).toHaveLength(notified);
    },
  );

  it('notifies nobody who muted comments [COMM-98]', async () => {
    const body = { choices: { comment: false } };
    await t.call('PUT', '/api/member/notice-choices', { as: named, body });
    await mention(`@${named.nickname}`);
    expect(await bellOf(named)).toEqual([]);
  });

  it('means nobody outside a room for members [COMM-98]', async () => {
    const lectureId = await createLectureRoom(t, { membersOnly: true });
    for (const member of [author, writer]) await markRoom(t, member, lectureId);
    const room = await createLecturePost(t, author, lectureId);
    const write = () =>
      writeComment(t, writer, room, { content: `@${named.nickname}` }, 'lecture-room');
    expect((await write()).mentions).toBeUndefined();
    expect(await bellOf(named)).toEqual([]);
    await markRoom(t, named, lectureId);
    expect((await write()).mentions).toHaveLength(1);
    expect(await bellOf(named)).toEqual(['comment mention']);
  });

  it('means nobody below an anonymous post, and nothing is stored [COMM-100]', async () => {
    const secret = await createThread(t, author, 'SECRET');
    const comment = await mention(`@${named.nickname}`, {}, secret);
    expect(comment.mentions).toBeUndefined();
    expect((await readThread(t, secret)).comments[0]?.mentions).toBeNull();
    expect(await bellOf(named)).toEqual([]);
  });

  it('shows the new nickname after a change, and is plain text after a withdrawal [COMM-101]', async () => {
    const { id, nickname: name } = named;
    await mention(`@${name} 안녕하세요`);
    const nickname = `새${name}`.slice(0, 10);
    await changeMember(t, id, { nickname });
    expect((await listed(author))[0].mentions).toEqual([{ id, name, nickname }]);
    await changeMember(t, id, { withdrawnAt: t.clock.now() });
    expect((await listed(author))[0].mentions ?? null).toBeNull();
  });

  it('of an edit is shown and notifies nobody, and one of a former nickname stays [COMM-101]', async () => {
    const { nickname: name } = named;
    const { id } = await mention(`@${name}`);
    await changeMember(t, named.id, { nickname: `또${name}`.slice(0, 10) });
    const body = { content: `@${name} 그리고 @${author.nickname}` };
    const { json } = await t.call('PUT', `/api/comment/${id}`, { as: writer, body });
    expect(json.comment.mentions.map((one: { id: number }) => one.id)).toEqual([
      named.id,
      author.id,
    ]);
    expect(await bellOf(author)).toEqual(['comment null']);
    const without = { content: '아무도 아님' };
    const last = await t.call('PUT', `/api/comment/${id}`, { as: writer, body: without });
    expect(last.json.comment.mentions).toBeUndefined();
  });

  it('takes no more round trips, and notifies nobody below a deleted post [COMM-98]', async () => {
    t.clock.advance(1);
    const body = { content: `@${named.nickname} 같이 가요` };
    const url = `/api/post/${postId}/comments`;
    await listed(writer);
    await t.services.visits.settle();
    const { result, trips } = await recordRoundTrips(() =>
      t.call('POST', url, { as: writer, body }),
    );
    expect(result.status).toBe(201);
    expect(trips.filter(([first]) => first !== 'find_session')).toHaveLength(3);
    await deleteThread(t, postId);
    t.clock.advance(1);
    expect((await t.call('POST', url, { as: writer, body })).status).toBe(404);
    expect(await bellOf(named)).toEqual(['comment mention']);
  });
});
