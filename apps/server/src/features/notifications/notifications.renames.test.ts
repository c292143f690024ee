import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createMember } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { findInTables } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let me: SignedIn;
let reader: SignedIn;
let round = 0;
/** The nicknames of `me`, before and after. */
let former: string;
let present: string;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  round += 1;
  [former, present] = [`옛이름${round}`, `새이름${round}`];
  me = await t.signInAs(await createMember(t.db, 'STUDENT', { nickname: former }));
  reader = await t.signIn();
});

async function rename(nickname: string): Promise<void> {
  const body = { nickname };
  const { status, text } = await t.call('POST', '/api/member/set-nickname', { as: me, body });
  if (status !== 200) throw new Error(text);
}
const texts = async () => (await readNotifications(t, reader)).map(({ content }) => content);
const bell = async (): Promise<string[]> => {
  const { json } = await t.call('GET', '/api/member/my-notices?all=true', { as: reader });
  return json.notices.map(({ content }: { content: string }) => content);
};

describe('notifications that name a member who changes the nickname', () => {
  it('have the present one, and the words of a title as they are [NOTIF-83]', async () => {
    const title = `${former}님`;
    const postId = await createPost(t, reader, { title });
    const { id } = await writeComment(t, reader, postId);
    await writeComment(t, me, postId);
    await writeComment(t, me, postId, { parentId: id });
    await t.call('POST', `/api/post/${postId}/like`, { as: me });
    await t.call('POST', '/api/friend/add-friend', { as: me, body: { id: reader.id } });
    await t.services.events.drain();
    await rename(present);
    const expected = [
      `'${title}' 글에 ${present}님이 댓글을 남겼습니다.`,
      `'${title}' 글의 내 댓글에 ${present}님이 답글을 남겼습니다.`,
      `'${title}' 글을 ${present}님이 좋아합니다.`,
      `${present}님이 친구 요청을 보냈습니다.`,
    ];
    expect(await texts()).toEqual(expected);
    expect((await bell()).toSorted()).toEqual(expected.toSorted());
    expect(await findInTables(t, `"actor": "${former}님"`)).toEqual([]);
  });

  it('follow each of several changes, also in the case alone [NOTIF-83]', async () => {
    await t.call('POST', '/api/friend/add-friend', { as: me, body: { id: reader.id } });
    for (const name of [`Wave${round}`, `wave${round}`, present]) {
      await rename(name);
      expect(await texts()).toEqual([`${name}님이 친구 요청을 보냈습니다.`]);
    }
  });

  it('stay when the nickname is taken [NOTIF-83]', async () => {
    await createMember(t.db, 'STUDENT', { nickname: present });
    await t.call('POST', '/api/friend/add-friend', { as: me, body: { id: reader.id } });
    await expect(rename(present)).rejects.toThrow('DUPLICATE');
    expect(await texts()).toEqual([`${former}님이 친구 요청을 보냈습니다.`]);
  });

  it('name no author of anonymous posts after it either [NOTIF-83, ANON-21]', async () => {
    const postId = await createPost(t, reader, { boardType: 'SECRET', title: '비밀' });
    await writeComment(t, me, postId);
    await t.call('POST', `/api/post/${postId}/like`, { as: me });
    await t.services.notifications.sendNotifications();
    const before = await bell();
    expect(before.length).toBeGreaterThan(0);
    await rename(present);
    expect(await bell()).toEqual(before);
    expect(before.join()).not.toContain('이름');
  });
});
