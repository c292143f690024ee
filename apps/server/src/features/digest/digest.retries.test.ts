import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60 * 60;
/** 08:10 in Seoul; every test is two months later, when everybody before has left. */
const START = new Date('2027-01-01T23:10:00Z').getTime();

let months = 0;
let t: TestApp;
let away: SignedIn;
let writer: SignedIn;
/** A liked post, and a post of the member with a comment. */
let liked: number;
let own: number;
beforeAll(async () => {
  t = await createTestApp({ asServer: true });
});
beforeEach(async () => {
  t.clock.set(new Date(START + months * 60 * DAY * 1000));
  months += 1;
  await t.db.execute(sql`delete from posts`);
  await t.db.execute(sql`delete from email_queue`);
  t.clock.advance(-4 * DAY);
  away = await t.signIn('STUDENT');
  own = await createThread(t, away);
  t.clock.advance(4 * DAY - 60);
  writer = await t.signIn('STUDENT');
  liked = await createPost(t, writer, { title: '난파선 이야기' });
  await t.db.execute(sql`update posts set like_count = 7 where id = ${liked}`);
  await writeComment(t, writer, own);
  t.clock.advance(59);
});
afterAll(() => t.close());

/** The digest that waits in the queue while the mail server is away. */
async function plan(): Promise<number> {
  expect(await t.services.digest.sendDue()).toBe(1);
  const { rows } = await t.db.execute<{ id: number; text: string; subject: string }>(
    sql`select id, text, subject from email_queue where recipient = ${away.email}`,
  );
  expect(rows.map(({ text, subject }) => text + subject)).toEqual(['']);
  return Number(rows[0]?.id);
}
const send = async (id: number): Promise<string | null> => {
  await t.services.emailQueue.tasks['email-about']({ id, attempt: 2 });
  const mails = (await t.mails()).filter(({ to }) => to === away.email);
  return mails[0]?.text ?? null;
};
const comment = '댓글을 남겼습니다';

describe('a digest whose first try failed', () => {
  it('leaves with everything that is still new [PUSH-16]', async () => {
    const text = await send(await plan());
    expect(text).toContain('난파선 이야기');
    expect(text).toContain(comment);
  });

  it.each([
    ['deleted', () => sql`update posts set deleted_at = now() where id = ${liked}`],
    ['blinded', () => sql`update posts set blinded_at = now() where id = ${liked}`],
    ['renamed', () => sql`update posts set title = '구조선' where id = ${liked}`],
  ])('has no word of a post that was %s [PUSH-16, DIGEST-03]', async (how, change) => {
    const id = await plan();
    await t.db.execute(change());
    const text = await send(id);
    expect(text).not.toContain('난파선');
    expect(text?.includes('구조선')).toBe(how === 'renamed');
    expect(text).toContain(comment);
  });

  it.each([
    ['deleted', () => sql`update comments set deleted_at = now() where post_id = ${own}`],
    ['blinded', () => sql`update comments set blinded_at = now() where post_id = ${own}`],
    ['below a deleted post', () => sql`update posts set deleted_at = now() where id = ${own}`],
    ['read', () => sql`update notifications set read_at = now() where member_id = ${away.id}`],
    ['muted', () => sql`insert into notification_mutes values (${away.id}, 'comment')`],
  ])('has no sentence about a comment that was %s [PUSH-16, DIGEST-03]', async (_how, change) => {
    const id = await plan();
    await t.db.execute(change());
    const text = await send(id);
    expect(text).not.toContain(comment);
    expect(text).toContain('난파선 이야기');
  });

  it.each([
    ['blocked their author', () => createBlock(t.db, away, writer)],
    [
      'wants none any more',
      () => sql`insert into digests (member_id, digest) values (${away.id}, 'OFF')
        on conflict (member_id) do update set digest = 'OFF'`,
    ],
    [
      'was there',
      () => sql`update sessions set last_used_at = ${t.clock.now()}::timestamptz
        where member_id = ${away.id}`,
    ],
    [
      'was suspended',
      () => sql`update members set suspended_until = ${t.clock.now()}::timestamptz
        + interval '1 day' where id = ${away.id}`,
    ],
    ['left', () => sql`update members set withdrawn_at = now() where id = ${away.id}`],
  ])('does not leave to a member who %s [PUSH-16, DIGEST-02]', async (_who, change) => {
    const id = await plan();
    const done = change();
    if (!(done instanceof Promise)) await t.db.execute(done);
    else await done;
    expect(await send(id)).toBeNull();
    expect((await t.db.execute(sql`select 1 from email_queue where id = ${id}`)).rows).toEqual([]);
  });

  it('leaves to the address of now [PUSH-16]', async () => {
    const id = await plan();
    const address = `new-${away.email}`;
    await t.db.execute(sql`update members set email = ${address} where id = ${away.id}`);
    expect(await send(id)).toBeNull();
    expect((await t.mails()).map(({ to }) => to)).toContain(address);
  });
});
