import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { BACKUP_LOCK } from '../../db/locks.ts';
import {
  type attachments,
  type chatPictures,
  scheduledNotices,
  type uploads,
  type videos,
} from '../../db/schema/index.ts';
import { addSeconds } from '../../platform/clock.ts';

/**
 * pending: URL issued. receiving: the bytes of its one PUT came and are being stored. ready: checked and stored. removing: being
 * deleted by the sweep.
 */
export const STATUS = {
  pending: 'pending',
  receiving: 'receiving',
  ready: 'ready',
  removing: 'removing',
} as const;

/** A backup that begins later reads the rows as they are now. */
export async function isBackupRunning(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) as free`,
  );
  return rows[0]?.free !== true;
}

export interface UploadDraft {
  ownerId: number;
  contentType: string;
  /** Attachments only. */
  name?: string;
}

/** A file of another site, which nobody owns. */
export interface CopyDraft extends Omit<UploadDraft, 'ownerId'> {
  ownerId: null;
  /** Its address there. */
  copiedFrom: string;
}

export interface Stored {
  /** Size as received. */
  bytes: number;
  /** Pictures only, in pixels. */
  width?: number;
  height?: number;
}

export interface Attach {
  keys: string[];
  postId: number;
  memberId: number;
  attachedAt: Date;
}

export interface HandOver {
  from: number;
  to: number;
  /** Contains the keys. */
  text: string;
}

const UNUSED_SECONDS = 24 * 60 * 60;
/** Until the files of posts that their author deleted, unreachable at once, leave the disk. */
const DELETED_SECONDS = 12 * 60 * 60;
/** Who has claimed a key and not stored its bytes after that time was interrupted: its address may be used again. */
const STORING_SECONDS = 60;
/** A PUT that runs longer was interrupted by a crash of the server or the database. */
export const BROKEN_SECONDS = 60 * 60;
const SWEEP_BATCH = 200;
const FREE = { postId: null, attachedAt: null };

interface Parts {
  table: typeof uploads | typeof attachments | typeof videos | typeof chatPictures;
  /** Narrows which unattached uploads of a member may be attached to a post. */
  isFree?: SQL;
  /** Narrows which unattached uploads nothing uses. */
  isUnused?: SQL;
  /** Of posts that nobody can restore. */
  isOfDeleted(before: Date): SQL;
}

export type UploadRows = ReturnType<typeof createUploadRows>;

/** Row operations of one kind of upload, from the signed URL to the sweep. */
export function createUploadRows(parts: Parts) {
  // Uses only the columns that all tables have.
  const table = parts.table as typeof uploads;
  const isAt = (key: string, status: string) => and(eq(table.key, key), eq(table.status, status));
  const isClaimed = (key: string, at: Date) =>
    and(isAt(key, STATUS.receiving), eq(table.createdAt, at));
  const isOpen = (key: string, now: Date) => {
    const isLeft = lt(table.createdAt, addSeconds(now, -STORING_SECONDS));
    return or(isAt(key, STATUS.pending), and(isAt(key, STATUS.receiving), isLeft));
  };

  /** A scheduled notice names the key somewhere in the body of its post. */
  const isScheduled = sql`exists (select 1 from ${scheduledNotices}
    where position(${table.key} in ${scheduledNotices.body}::text) > 0)`;

  const isUnused = and(isNull(table.postId), parts.isUnused, not(isScheduled));

  return {
    async insert(
      db: Executor,
      values: (UploadDraft | CopyDraft) & { key: string; createdAt: Date },
    ) {
      await db.insert(table).values({ ...values, status: STATUS.pending });
    },

    /** Whose upload it is, if its address may be used; null when it was used, its bytes are being stored, or it is unknown. */
    async findOpen(db: Executor, key: string, now: Date) {
      const [row] = await db.select({ ownerId: table.ownerId }).from(table).where(isOpen(key, now));
      return row ?? null;
    },

    /** Claims an open key to store what came for it; false when another one has. Until then it may be sent again. */
    async claim(db: Executor, key: string, now: Date): Promise<boolean> {
      const { rowCount } = await db
        .update(table)
        .set({ status: STATUS.receiving, createdAt: now })
        .where(isOpen(key, now));
      return rowCount === 1;
    },

    /** Lets a claimed key be used again. */
    async reopen(db: Executor, key: string, claimedAt: Date): Promise<void> {
      await db.update(table).set({ status: STATUS.pending }).where(isClaimed(key, claimedAt));
    },

    /** Returns null when the sweep deleted the row meanwhile, or another one has claimed it. */
    async complete(
      db: Executor,
      key: string,
      { claimedAt, ...values }: Stored & { readyAt: Date; claimedAt: Date },
    ) {
      const [row] = await db
        .update(table)
        .set({ ...values, status: STATUS.ready })
        .where(isClaimed(key, claimedAt))
        .returning({ ownerId: table.ownerId });
      return row ?? null;
    },

    /**
     * Leaves a failed upload to `removeMarked` and the sweep; without a claim one that nobody has claimed. False
     * when what is stored under the key is another one's.
     */
    async abandon(db: Executor, key: string, claimedAt: Date | null): Promise<boolean> {
      const isOwn = claimedAt === null ? isAt(key, STATUS.pending) : isClaimed(key, claimedAt);
      await db.update(table).set({ status: STATUS.removing }).where(isOwn);
      const isOther = and(eq(table.key, key), ne(table.status, STATUS.removing));
      return (await db.$count(table, isOther)) === 0;
    },

    /** Detaches the uploads that the post no longer has and leaves them to the sweep. */
    async release(db: Executor, postId: number, used: string[]): Promise<void> {
      const isDropped = used.length > 0 ? notInArray(table.key, used) : undefined;
      await db
        .update(table)
        .set(FREE)
        .where(and(eq(table.postId, postId), isDropped));
    },

    /** Gives unused uploads of a member that the text names to another member. */
    async handOver(db: Executor, { from, to, text }: HandOver): Promise<void> {
      await db
        .update(table)
        .set({ ownerId: to })
        .where(
          and(
            eq(table.ownerId, from),
            isNull(table.postId),
            parts.isFree,
            sql`position(${table.key} in ${text}::text) > 0`,
          ),
        );
    },

    /** Leaves what a member uploaded and nothing uses to the sweep. */
    async dropUnused(db: Executor, memberId: number): Promise<void> {
      await db
        .update(table)
        .set({ status: STATUS.removing })
        .where(and(eq(table.ownerId, memberId), eq(table.status, STATUS.ready), isUnused));
    },

    /** Makes nobody the owner of what no post has; colleagues take over what a scheduled notice has. */
    async disown(db: Executor, memberId: number): Promise<void> {
      await db
        .update(table)
        .set({ ownerId: null })
        .where(and(eq(table.ownerId, memberId), isNull(table.postId), not(isScheduled)));
    },

    /** Attaches ready uploads that are the member's unused ones or the post's own; returns how many. */
    async attach(
      db: Executor,
      { keys, postId, memberId, attachedAt }: Attach,
      more: Partial<Omit<PgUpdateSetSource<typeof uploads>, 'key' | 'postId'>> & { position?: SQL },
    ): Promise<number> {
      const isFree = and(eq(table.ownerId, memberId), isNull(table.postId), parts.isFree);
      const result = await db
        .update(table)
        .set({ postId, attachedAt: sql`coalesce(${table.attachedAt}, ${attachedAt})`, ...more })
        .where(
          and(
            inArray(table.key, keys),
            eq(table.status, STATUS.ready),
            or(isFree, eq(table.postId, postId)),
          ),
        );
      return result.rowCount ?? 0;
    },

    /**
     * Makes these copies of files of another site those of the post and leaves its other ones to the
     * sweep; returns whether that changes anything. Throws when one of them is not there.
     */
    async setCopies(
      db: Executor,
      { keys, postId, attachedAt }: Omit<Attach, 'memberId'>,
      more: { position?: SQL } = {},
    ): Promise<boolean> {
      const isOfPost = and(eq(table.postId, postId), isNotNull(table.copiedFrom));
      const before = await db.select({ key: table.key }).from(table).where(isOfPost);
      const former = new Set(before.map(({ key }) => key));
      if (former.size === keys.length && keys.every((key) => former.has(key))) return false;
      const isDropped = keys.length > 0 ? notInArray(table.key, keys) : undefined;
      await db.update(table).set(FREE).where(and(isOfPost, isDropped));
      if (keys.length === 0) return true;
      const isReady = and(eq(table.status, STATUS.ready), isNotNull(table.copiedFrom));
      const isOpen = or(isNull(table.postId), eq(table.postId, postId));
      const { rowCount } = await db
        .update(table)
        .set({ postId, attachedAt: sql`coalesce(${table.attachedAt}, ${attachedAt})`, ...more })
        .where(and(inArray(table.key, keys), isReady, isOpen));
      if (rowCount !== keys.length) throw new Error('a copied file is gone');
      return true;
    },

    /**
     * Marks up to 200 uploads for removal that are unused, broken or of deleted posts; returns their
     * keys. Skips rows that a running claim has locked; a later claim no longer finds them ready.
     */
    async markRemovable(db: Db, now: Date): Promise<string[]> {
      const before = (seconds: number) => addSeconds(now, -seconds);
      const isRemovable = or(
        eq(table.status, STATUS.removing),
        and(eq(table.status, STATUS.receiving), lt(table.createdAt, before(BROKEN_SECONDS))),
        and(lt(table.createdAt, before(UNUSED_SECONDS)), isUnused),
        parts.isOfDeleted(before(DELETED_SECONDS)),
      );
      return db.transaction(async (tx) => {
        const locked = await tx
          .select({ key: table.key })
          .from(table)
          .where(isRemovable)
          .limit(SWEEP_BATCH)
          .for('update', { skipLocked: true });
        const keys = locked.map((row) => row.key);
        // Decides again: the first statement does not see a claim committed while it ran.
        const rows = await tx
          .update(table)
          .set({ status: STATUS.removing })
          .where(and(inArray(table.key, keys), isRemovable))
          .returning({ key: table.key });
        return rows.map((row) => row.key);
      });
    },

    async removeMarked(db: Executor, keys: string[]): Promise<void> {
      await db
        .delete(table)
        .where(and(inArray(table.key, keys), eq(table.status, STATUS.removing)));
    },
  };
}
