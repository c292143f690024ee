import type { NotificationType } from '@naru/contract/notifications';
import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  alertsDue,
  alertWords,
  boardFollows,
  broadcasts,
  comments,
  members,
  notifications,
  postFollows,
  posts,
} from '../../db/schema/index.ts';
import { memberViewer, roomAccess } from '../../domain/access/room-access.sql.ts';
import { isListed } from '../../domain/posts/post.sql.ts';
import {
  isReachable,
  joinGroup,
  type NewNotificationRow,
  selectNotifications,
} from './notifications.repo.ts';

export type DueAlert = typeof alertsDue.$inferSelect;

/**
 * `anonymousAt`: date of the anonymous post, or of the comment below it that the alert is about; null if the
 * post is not anonymous.
 */
export function listDueAlerts(db: Executor): Promise<{ id: number; anonymousAt: Date | null }[]> {
  const at = sql`case when ${alertsDue.commentId} is null then ${posts.createdAt} else ${comments.createdAt} end`;
  return db
    .select({
      id: alertsDue.id,
      anonymousAt: sql<Date | null>`case when ${posts.anonymous} then ${at} end`.mapWith(
        posts.createdAt,
      ),
    })
    .from(alertsDue)
    .innerJoin(posts, eq(posts.id, alertsDue.postId))
    .leftJoin(comments, eq(comments.id, alertsDue.commentId))
    .orderBy(asc(alertsDue.id));
}

/** Null when the alert is finished, or locked by another server. */
export async function lockDueAlert(db: Executor, id: number): Promise<DueAlert | null> {
  const [row] = await db
    .select()
    .from(alertsDue)
    .where(eq(alertsDue.id, id))
    .for('update', { skipLocked: true });
  return row ?? null;
}

export async function moveDueAlert(db: Executor, id: number, toldTo: number): Promise<void> {
  await db.update(alertsDue).set({ toldTo }).where(eq(alertsDue.id, id));
}

export async function deleteDueAlert(db: Executor, id: number): Promise<void> {
  await db.delete(alertsDue).where(eq(alertsDue.id, id));
}

/** Whether members are still to get a notification of the notice itself. */
export async function isBeingSent(db: Executor, postId: number): Promise<boolean> {
  const isOfPost = sql`(${broadcasts.notification} #>> '{facts,post,id}')::bigint = ${postId}`;
  return (await db.$count(broadcasts, and(isOfPost, isNotNull(broadcasts.writtenTo)))) > 0;
}

/** Who follows the post. */
export async function listPostFollowers(db: Executor, postId: number) {
  return db
    .select({ memberId: postFollows.memberId, memberSeal: postFollows.memberSeal })
    .from(postFollows)
    .where(eq(postFollows.postId, postId));
}

export async function listBoardFollowers(db: Executor, boardType: string): Promise<number[]> {
  const rows = await db
    .select({ memberId: boardFollows.memberId })
    .from(boardFollows)
    .where(sql`${boardFollows.boardType} = ${boardType}`);
  return rows.map(({ memberId }) => memberId);
}

/**
 * The members after `afterId` with an alert word that the text contains, and the first such word of each.
 * Each distinct word is looked up once, and only if its first two letters are adjacent in the text.
 */
export async function listWordsFound(
  db: Executor,
  text: string,
  afterId: number,
): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ memberId: number; word: string }>(sql`
    with likely as materialized (
      select distinct folded from ${alertWords} where left(folded, 2) = any(${sql.param(pairsOf(text))}::text[])
    ), found as materialized (
      select folded from likely where strpos(${text}, folded) > 0
    )
    select distinct on (own.member_id) own.member_id as "memberId", own.word
    from found inner join ${alertWords} as own using (folded)
    where own.member_id > ${afterId}
    order by own.member_id, own.created_at, own.folded`);
  return new Map(rows.map(({ memberId, word }) => [memberId, word]));
}

/** The distinct bigrams of the text. */
function pairsOf(text: string): string[] {
  const letters = Array.from(text);
  return [...new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))];
}

export async function readPostText(db: Executor, id: number): Promise<string> {
  const [row] = await db
    .select({ title: posts.title, text: posts.contentText })
    .from(posts)
    .where(eq(posts.id, id));
  return row === undefined ? '' : `${row.title} ${row.text}`;
}

interface Range {
  among: readonly number[];
  except: readonly number[];
  afterId: number;
  limit: number;
  wanting: NotificationType;
  actorId: number | null;
  postId: number;
  commentId: number | null;
}

/**
 * The next members, by id, who are to be notified of the post or comment: those who want such notifications,
 * do not block its author, and may read it now. Nobody may read what is removed or blinded.
 */
export async function listAlerted(db: Executor, range: Range): Promise<number[]> {
  const { among, except, afterId, limit, wanting, actorId } = range;
  if (among.length === 0) return [];
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        gt(members.id, afterId),
        sql`${members.id} = any(${sql.param([...among])}::bigint[])`,
        except.length === 0 ? undefined : notInArray(members.id, [...except]),
        isReachable(db, { wanting, actorId }),
        mayRead(range),
        range.commentId === null ? isNotYetNotified(range.postId) : undefined,
      ),
    )
    .orderBy(asc(members.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A notice that reached the member rings no second time for its words. */
const isNotYetNotified = (postId: number) => sql`not exists (select from ${notifications} as notice
  where notice.member_id = ${members.id} and notice.post_id = ${postId} and notice.type = 'notice')`;

function mayRead({ postId, commentId }: Pick<Range, 'postId' | 'commentId'>): SQL | undefined {
  const access = roomAccess(memberViewer(members.id));
  const post = sql`exists (select 1 from ${posts}
    where ${posts.id} = ${postId} and ${isListed} and ${access} = 'open')`;
  if (commentId === null) return post;
  const isShown = and(
    eq(comments.id, commentId),
    isNull(comments.deletedAt),
    isNull(comments.blindedAt),
  );
  return and(post, sql`exists (select 1 from ${comments} where ${isShown})`);
}

export type AlertRow = Required<
  Pick<
    NewNotificationRow,
    'memberId' | 'content' | 'targetUrl' | 'targetSeal' | 'groupKey' | 'cause'
  >
>;

/**
 * Inserts the notification of each member, or counts it in the unread one of its group, in one statement
 * and in the order of the rows; returns their ids.
 */
export async function upsertAlerts(
  db: Executor,
  rows: readonly AlertRow[],
  shared: Pick<
    NewNotificationRow,
    'type' | 'subType' | 'postId' | 'commentId' | 'causes' | 'createdAt'
  >,
): Promise<{ id: number; memberId: number }[]> {
  const all = <K extends keyof AlertRow>(name: K) => sql.param(rows.map((row) => row[name]));
  const causes = sql.param(
    rows.map(({ cause }) => (cause === null ? null : JSON.stringify(cause))),
  );
  const { rows: written } = await db.execute<{ id: number; memberId: number }>(sql`
    insert into ${notifications}
      (member_id, type, sub_type, content, target_url, target_seal, post_id, comment_id, causes, cause, group_key, created_at)
    select alert.member_id, ${shared.type}, ${shared.subType}, alert.content, alert.target_url, alert.target_seal,
      ${shared.postId}::bigint, ${shared.commentId}::bigint, ${sql.param(shared.causes)}::bigint[], alert.cause::jsonb, alert.group_key,
      ${shared.createdAt}::timestamptz
    from unnest(${all('memberId')}::bigint[], ${all('content')}::text[], ${all('targetUrl')}::text[],
      ${all('targetSeal')}::bytea[], ${causes}::text[], ${all('groupKey')}::text[])
      as alert (member_id, content, target_url, target_seal, cause, group_key)
    on conflict (member_id, group_key) where read_at is null and group_key is not null
    ${joinGroup}
    returning id, member_id as "memberId"`);
  return written;
}

/** Notifications by their ids. */
export async function listById(db: Executor, ids: readonly number[]) {
  return selectNotifications(db).where(inArray(notifications.id, [...ids]));
}
