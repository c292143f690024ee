import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockContent } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { createMember, type TestMember } from '../../testing/factories/members.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { isShort } from '../../testing/pairs.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { type Cast, CHANGES } from './notifications.causes.fixture.ts';

const SEED = 20_261_129;
const RUNS = isShort ? 16 : 60;
const STEPS = 10;

const OPERATIONS = [
  'like',
  'unlike',
  'comment',
  'reply',
  'mention',
  'edit',
  'delete',
  'remove',
  'restore',
  'blind',
  'unblind',
  'block',
  'unblock',
  'read one',
  'read a post',
  'read all',
  'next day',
] as const;

/** What happens, by which of the members, to which of what there is by then. */
type Step = [operation: (typeof OPERATIONS)[number], who: number, what: number];

interface Item {
  type: 'POST' | 'COMMENT';
  id: number;
  postId: number;
}

let t: TestApp;
let staff: SignedIn;
let moderator: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [staff, moderator] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
});
afterAll(() => t.close());

const actorOf = ({ id, roles }: TestMember): Actor => ({ memberId: id, sessionId: '', roles });
const pick = <T>(list: readonly T[], number: number) => list[number % list.length] as T;

/** Two posts of the first member, each with a comment of the second. */
async function createPlace(boardType: 'FREE' | 'SECRET') {
  const members = [];
  for (let count = 0; count < 4; count += 1) members.push(await createMember(t.db));
  const [author, other] = members as [TestMember, TestMember];
  const items: Item[] = [];
  for (let count = 0; count < 2; count += 1) {
    const id = await createPost(t, author as SignedIn, { boardType });
    items.push({ type: 'POST', id, postId: id });
  }
  for (const { id: postId } of [...items]) items.push(await comment(other, postId));
  return { members, items };
}

type Place = Awaited<ReturnType<typeof createPlace>>;

async function comment(
  member: TestMember,
  postId: number,
  { content = '댓글', parentId }: { content?: string; parentId?: number } = {},
): Promise<Item> {
  t.clock.advance(2);
  const input = { content, ...(parentId && { parentId }) };
  const { id } = (await t.services.comments.create(actorOf(member), postId, input)).comment;
  return { type: 'COMMENT', id, postId };
}

const cast = () => ({ t, staff, moderator }) as Cast;

/** As far as it is there, and not so already. */
async function judge(item: Item, isBlinded: boolean): Promise<void> {
  const content = await t.db.transaction((tx) => lockContent(tx, item));
  if (content === null || (content.blindedAt !== null) === isBlinded) return;
  const made = { content: item, postId: item.postId };
  await CHANGES.blinded[isBlinded ? 'run' : 'undo'](cast(), made);
}

async function readOne(actor: Actor, which: number): Promise<void> {
  const { notices } = await t.services.notifications.list(actor, false);
  if (notices.length > 0) await t.services.notifications.read(actor, pick(notices, which).id);
}

async function act({ members, items }: Place, [operation, who, what]: Step): Promise<unknown> {
  const { reactions, comments, posts, friends, notifications } = t.services;
  const [member, item] = [pick(members, who), pick(items, what)];
  const actor = actorOf(member);
  const isPost = item.type === 'POST';
  switch (operation) {
    case 'like':
    case 'unlike':
      return (isPost ? reactions : comments)[operation](actor, item.id);
    case 'comment':
      return items.push(await comment(member, item.postId));
    case 'reply':
      return items.push(await comment(member, item.postId, isPost ? {} : { parentId: item.id }));
    case 'mention': {
      const content = `@${pick(members, what).nickname} 안녕하세요`;
      return items.push(await comment(member, item.postId, { content }));
    }
    case 'edit':
      return isPost || comments.update(actor, item.id, '고친 댓글');
    case 'delete':
      return (isPost ? posts : comments).remove(actor, item.id, undefined);
    case 'remove':
      return CHANGES.removed.run(cast(), { content: item, postId: item.postId });
    case 'restore':
      return t.services.moderation.restore(actorOf(staff), item, '실수');
    case 'blind':
    case 'unblind':
      return judge(item, operation === 'blind');
    case 'block':
    case 'unblock':
      return friends[operation](actor, pick(members, what).id);
    case 'read one':
      return readOne(actor, what);
    case 'read a post':
      return notifications.readOfPost(actor, item.postId);
    case 'read all':
      return notifications.readAll(actor, []);
    case 'next day':
      return t.clock.advance(25 * 60 * 60);
  }
}

interface Row {
  id: number;
  /** What is shown, and how many of what the row counts are there. */
  shown: number;
  living: number;
  isGone: boolean;
  isUnread: boolean;
  /** What it leads to is there. */
  stands: boolean;
  /** A later one of its group counts the same. */
  isReplaced: boolean;
  isDuplicate: boolean;
  /** The number in its words, and how many there are; null if it has none. */
  likes: number | null;
  allLikes: number;
}

/** Every row of the members about something under a name, with its causes counted again. */
async function readRows(memberIds: number[]): Promise<Row[]> {
  const { rows } = await t.db.execute<Row & Record<string, unknown>>(sql`
    with own as (select * from notifications where member_id = any(${sql.param(memberIds)}::bigint[]))
    select n.id, n.count - coalesce(cardinality(n.lost), 0) as shown, n.gone_at is not null as "isGone",
      n.read_at is null as "isUnread",
      (select count(*)::int from unnest(n.causes || coalesce(n.lost, '{}')) as cause(id) where case
        when n.type = 'comment' then exists (select from comments c where c.id = cause.id and c.deleted_at is null
          and c.blinded_at is null and (n.sub_type is distinct from 'mention'
            or c.mentions @> jsonb_build_array(jsonb_build_object('id', n.member_id))) and not exists (select from member_blocks b
            where b.blocker_id = n.member_id and b.blocked_id = c.author_id))
        else not exists (select from member_blocks b where b.blocker_id = n.member_id and b.blocked_id = cause.id)
          and case when n.sub_type is null
            then exists (select from post_likes l where l.post_id = n.post_id and l.member_id = cause.id)
            else exists (select from comment_likes l where l.comment_id = n.comment_id and l.member_id = cause.id) end
        end) as living,
      p.deleted_at is null and p.blinded_at is null
        and (n.type = 'comment' or n.comment_id is null or c.deleted_at is null and c.blinded_at is null) as stands,
      n.type = 'like' and exists (select from own later where later.member_id = n.member_id
        and later.group_key = n.group_key and later.id > n.id and later.gone_at is null) as "isReplaced",
      n.group_key is not null and n.read_at is null and exists (select from own other
        where other.member_id = n.member_id and other.group_key = n.group_key and other.read_at is null
          and other.id <> n.id) as "isDuplicate",
      case when n.type = 'like' and n.read_at is null then (n.cause #>> '{facts,likes}')::int end as likes,
      case when n.sub_type is null
        then (select count(*)::int from post_likes l where l.post_id = n.post_id and l.member_id <> n.member_id)
        else (select count(*)::int from comment_likes l
          where l.comment_id = n.comment_id and l.member_id <> n.member_id) end as "allLikes"
    from own n join posts p on p.id = n.post_id left join comments c on c.id = n.comment_id
    where n.causes is not null`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

async function check({ members }: Place): Promise<void> {
  for (const row of await readRows(members.map(({ id }) => id))) {
    const { living, stands, isReplaced, isGone } = row;
    expect(row).toMatchObject({ isDuplicate: false, ...(isGone && { isUnread: false }) });
    if (isReplaced && isGone) continue;
    expect(row).toMatchObject({ isGone: !(stands && living > 0) });
    if (!isGone) expect(row.shown).toBe(living);
    if (!isGone && row.likes !== null) expect(row.likes).toBe(row.allLikes);
  }
}

async function checkLists({ members }: Place): Promise<void> {
  for (const member of members) {
    const { notices, unreadCount } = await t.services.notifications.list(actorOf(member), false);
    expect(notices.length).toBe(unreadCount);
  }
}

async function run(boardType: 'FREE' | 'SECRET', steps: readonly Step[]): Promise<void> {
  const place = await createPlace(boardType);
  for (const step of steps) {
    await act(place, step).catch((error) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    });
    if (boardType === 'SECRET') {
      t.clock.advance(60);
      await t.services.notifications.sendNotifications();
    }
    await (boardType === 'SECRET' ? checkLists(place) : check(place));
  }
  await checkLists(place);
}

const step: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...OPERATIONS), fc.nat(3), fc.nat(11));

it.each(['FREE', 'SECRET'] as const)(
  'notifications on %s count what is there, whatever happens in whatever order [NOTIF-84]',
  async (boardType) => {
    const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS });
    const property = fc.asyncProperty(steps, (list) => run(boardType, list));
    const numRuns = boardType === 'FREE' ? RUNS : RUNS / 4;
    await fc.assert(property, { numRuns, seed: SEED, endOnFailure: false });
  },
);
