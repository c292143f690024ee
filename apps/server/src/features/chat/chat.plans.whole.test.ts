import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatRoom, fillChatRoom } from '../../testing/factories/chat.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let me: SignedIn;
let roomId: number;
beforeAll(async () => {
  t = await createTestApp();
  me = await t.signIn('STUDENT');
  for (let room = 0; room < 20; room += 1) {
    const friend = await t.signIn('STUDENT');
    roomId = await createChatRoom(t, me, friend);
    await fillChatRoom(t, roomId, { count: 1_000, a: me, b: friend });
  }
  await t.database.pool.query('analyze chat_messages, chat_rooms, chat_room_members, members');
});
afterAll(() => t.close());

const scans = async (url: string) => {
  const statements = await recordStatements(async () => {
    expect((await t.call('GET', url, { as: me })).status).toBe(200);
  });
  const plans = await Promise.all(statements.map((one) => explain(t.database.pool, one)));
  return { statements, nodes: plans.flat() };
};

describe('with 20,000 messages in 20 rooms', () => {
  it.each([
    ['the newest messages', ''],
    ['older ones', '?beforeId=19600'],
    ['the oldest ones', '?beforeId=19030&size=50'],
  ])('reads %s in two statements by index, without a sort', async (_name, query) => {
    const { statements, nodes } = await scans(`/api/mail/messages/${roomId}${query}`);
    expect(statements.map(({ name }) => name)).toEqual(['find_mail_view', 'list_mail_messages']);
    const ofMessages = nodes.filter((node) => node['Relation Name'] === 'chat_messages');
    expect(new Set(ofMessages.map((node) => node['Index Name']))).toEqual(
      // The second for the message that one answers.
      new Set(['chat_messages_room_idx', 'chat_messages_pkey']),
    );
    const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
    // Only the few reactions of a message are sorted.
    expect(
      sorts.flatMap((node) => node['Sort Key'] ?? []).filter((key) => !/reaction/.test(key)),
    ).toEqual([]);
  });

  it('lists rooms in one statement that reads one message per room', async () => {
    const { statements, nodes } = await scans('/api/mail/my-room');
    expect(statements).toHaveLength(1);
    const ofMessages = nodes.filter((node) => node['Relation Name'] === 'chat_messages');
    // Once for rooms of two and once for those of groups.
    expect(ofMessages.map((node) => node['Index Name'])).toEqual([
      'chat_messages_room_idx',
      'chat_messages_room_idx',
    ]);
  });
});
