import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import {
  alertWords,
  blinds,
  boardFavorites,
  boardFollows,
  boardHeads,
  boardVisits,
  comments,
  linkedIdentities,
  memberConsents,
  memberRoles,
  members,
  passkeys,
  polls,
  posts,
  pushDevices,
  recoveryCodes,
  sessions,
  studentClaims,
  uploads,
} from '../../db/schema/index.ts';
import { findEnabledAt } from '../../domain/access/second-factors.repo.ts';
import { writtenBy } from '../../domain/authorship/author.sql.ts';
import type { AuthorIdentity, MarkOwner } from '../../domain/authorship/author.ts';
import { followedItems, markedItems } from '../../domain/marks/marks.sql.ts';
import { marketColumns } from '../../domain/posts/post.sql.ts';
import { teamOfPost } from '../../domain/teams/teams.sql.ts';

export type Self = AuthorIdentity<number, Buffer> & MarkOwner<number, Buffer>;

export async function readProfile(db: Executor, { memberId }: Self) {
  const [row] = await db
    .select({
      ...columns(
        members,
        'id',
        'username',
        'name',
        'nickname',
        'email',
        'emailPublic',
        'intro',
        'studyYear',
        'standing',
        'major',
      ),
      profileImageUrl: members.profileImageUrl,
      joinedAt: members.createdAt,
    })
    .from(members)
    .where(eq(members.id, memberId));
  return row ?? null;
}

export function readRoles(db: Executor, { memberId }: Self) {
  return db
    .select(columns(memberRoles, 'role', 'grantedAt'))
    .from(memberRoles)
    .where(eq(memberRoles.memberId, memberId))
    .orderBy(asc(memberRoles.grantedAt), asc(memberRoles.role));
}

export function readConsents(db: Executor, { memberId }: Self) {
  return db
    .select(columns(memberConsents, 'document', 'version', 'agreedAt'))
    .from(memberConsents)
    .where(eq(memberConsents.memberId, memberId))
    .orderBy(asc(memberConsents.id));
}

/** The hashes of the addresses say nothing to the member. */
export function readStudentProofs(db: Executor, { memberId }: Self) {
  return db
    .select(columns(studentClaims, 'claimedAt'))
    .from(studentClaims)
    .where(eq(studentClaims.memberId, memberId))
    .orderBy(asc(studentClaims.claimedAt));
}

/** Without tokens and device cookies. */
export function readSessions(db: Executor, { memberId }: Self) {
  return db
    .select({
      ...columns(sessions, 'id', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'),
      endedAt: sessions.revokedAt,
    })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
    .orderBy(asc(sessions.createdAt), asc(sessions.id));
}

/** Without the addresses of their browsers, which let anybody send to them. */
export function readPushDevices(db: Executor, { memberId }: Self) {
  return db
    .select(columns(pushDevices, 'sessionId', 'createdAt'))
    .from(pushDevices)
    .where(eq(pushDevices.memberId, memberId))
    .orderBy(asc(pushDevices.id));
}

type OwnPoll = Pick<typeof polls.$inferSelect, 'options' | 'maxChoices' | 'isAnonymous'> & {
  endsAt: string | null;
};

/** Anonymous and deleted posts included. */
export function readPosts(db: Executor, self: Self) {
  return db
    .select({
      ...columns(posts, 'id', 'boardType', 'lectureId', 'lectureTagId', 'anonymous'),
      // Their own text, also while it is hidden from others.
      title: sql<string>`coalesce(${blinds.title}, ${posts.title})`,
      content: sql<string>`coalesce(${blinds.content}, ${posts.content})`,
      imageUrls: sql<string[]>`coalesce(${blinds.imageUrls}, ${posts.imageUrls})`,
      head: sql<
        string | null
      >`(select ${boardHeads.name} from ${boardHeads} where ${boardHeads.id} = ${posts.headId})`,
      ...marketColumns,
      poll: sql<OwnPoll | null>`(select json_build_object('options', ${polls.options}, 'maxChoices', ${polls.maxChoices},
        'isAnonymous', ${polls.isAnonymous}, 'endsAt', ${polls.endsAt})
        from ${polls} where ${polls.postId} = ${posts.id})`,
      team: teamOfPost,
      ...columns(posts, 'targetUrl', 'createdAt', 'updatedAt', 'deletedAt'),
    })
    .from(posts)
    .leftJoin(blinds, eq(blinds.postId, posts.id))
    .where(writtenBy(posts, self))
    .orderBy(asc(posts.createdAt), asc(posts.id));
}

/** Anonymous and deleted comments included. */
export function readComments(db: Executor, self: Self) {
  return db
    .select({
      ...columns(comments, 'id', 'postId'),
      boardType: posts.boardType,
      parentId: comments.parentId,
      content: sql<string>`coalesce(${blinds.content}, ${comments.content})`,
      picture: sql<string | null>`${comments.picture} ->> 'url'`,
      pictureAlt: sql<string | null>`${comments.picture} ->> 'alt'`,
      ...columns(comments, 'createdAt', 'editedAt', 'deletedAt'),
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(blinds, eq(blinds.commentId, comments.id))
    .where(writtenBy(comments, self))
    .orderBy(asc(comments.createdAt), asc(comments.id));
}

export const readPostLikes = (db: Executor, self: Self) => readMarked(db, self, 'like');
export const readScraps = (db: Executor, self: Self) => readMarked(db, self, 'scrap');

const markedAt = sql<Date>`mine.created_at`.mapWith(posts.createdAt);

function readMarked(db: Executor, self: Self, list: 'like' | 'scrap') {
  return db
    .select({ postId: posts.id, boardType: posts.boardType, createdAt: markedAt })
    .from(posts)
    .innerJoin(sql`${markedItems(list, self)} as mine`, sql`mine.item = ${posts.id}`)
    .orderBy(asc(markedAt), asc(posts.id));
}

export function readCommentLikes(db: Executor, self: Self) {
  return db
    .select({ commentId: comments.id, createdAt: markedAt })
    .from(comments)
    .innerJoin(sql`${markedItems('comment like', self)} as mine`, sql`mine.item = ${comments.id}`)
    .orderBy(asc(markedAt), asc(comments.id));
}

export function readFavorites(db: Executor, { memberId }: Self) {
  return db
    .select({ boardType: boardFavorites.boardType, createdAt: boardFavorites.createdAt })
    .from(boardFavorites)
    .where(eq(boardFavorites.memberId, memberId))
    .orderBy(asc(boardFavorites.createdAt));
}

export function readAlertWords(db: Executor, { memberId }: Self) {
  return db
    .select({ word: alertWords.word, createdAt: alertWords.createdAt })
    .from(alertWords)
    .where(eq(alertWords.memberId, memberId))
    .orderBy(asc(alertWords.createdAt), asc(alertWords.folded));
}

/** Null while it is off; neither the key nor the codes. */
export async function readSecondFactor(db: Executor, { memberId }: Self) {
  const enabledAt = await findEnabledAt(db, memberId);
  if (enabledAt === null) return null;
  const codes = await db
    .select({ usedAt: recoveryCodes.usedAt })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.memberId, memberId))
    .orderBy(asc(recoveryCodes.usedAt));
  const named = await db
    .select(columns(passkeys, 'name', 'createdAt', 'lastUsedAt'))
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return { enabledAt, recoveryCodes: codes, passkeys: named };
}

/** Accounts at the sign-in provider that open this one. */
export function readLinkedIdentities(db: Executor, { memberId }: Self) {
  return db
    .select(columns(linkedIdentities, 'issuer', 'subject', 'createdAt', 'lastUsedAt'))
    .from(linkedIdentities)
    .where(eq(linkedIdentities.memberId, memberId))
    .orderBy(asc(linkedIdentities.createdAt), asc(linkedIdentities.id));
}

/** Posts and boards that the member follows. */
export async function readFollows(db: Executor, self: Self) {
  const { memberId } = self;
  return {
    posts: await db
      .select({ postId: posts.id, boardType: posts.boardType, createdAt: markedAt })
      .from(posts)
      .innerJoin(sql`${followedItems(self)} as mine`, sql`mine.item = ${posts.id}`)
      .orderBy(asc(markedAt), asc(posts.id)),
    boards: await db
      .select({ boardType: boardFollows.boardType, createdAt: boardFollows.createdAt })
      .from(boardFollows)
      .where(eq(boardFollows.memberId, memberId))
      .orderBy(asc(boardFollows.createdAt), asc(boardFollows.boardType)),
  };
}

/** When the member last saw the lists of boards. */
export function readVisits(db: Executor, { memberId }: Self) {
  return db
    .select({ boardType: boardVisits.boardType, visitedAt: boardVisits.visitedAt })
    .from(boardVisits)
    .where(eq(boardVisits.memberId, memberId))
    .orderBy(asc(boardVisits.boardType));
}

/** URLs of own pictures that still exist: profile, own posts and comments, not used yet. */
export async function readPictures(db: Executor, self: Self): Promise<string[]> {
  const own = db.select({ id: posts.id }).from(posts).where(writtenBy(posts, self));
  const ownComments = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(writtenBy(comments, self), isNotNull(comments.picture)));
  const rows = await db
    .select({ url: sql<string>`'/files/' || ${uploads.key} || '.webp'` })
    .from(uploads)
    .leftJoin(posts, eq(posts.id, uploads.postId))
    .where(
      and(
        eq(uploads.status, 'ready'),
        isNull(posts.deletedAt),
        or(
          eq(uploads.ownerId, self.memberId),
          eq(uploads.profileOf, self.memberId),
          inArray(uploads.postId, own),
          inArray(uploads.commentId, ownComments),
        ),
      ),
    )
    .orderBy(asc(uploads.createdAt), asc(uploads.key));
  return rows.map(({ url }) => url);
}
