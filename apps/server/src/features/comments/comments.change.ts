import type { Db, Tx } from '../../db/client.ts';
import type { RoomDoor } from '../../db/room-doors.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import { canEdit, canRemove, requireComment } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { findOwnership, prepareFindComment } from './comments.read.repo.ts';
import { timeOf, viewerOf } from './comments.viewer.ts';
import { lockAndUncount, markDeleted, uncountReply, updateContent } from './comments.write.repo.ts';

interface Owned {
  id: number;
  postId: number;
  parentId: number | null;
  isAnonymous: boolean;
  isAuthor: boolean;
  door: RoomDoor;
}

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

export function createCommentChanges({ db, clock, seal, live, notices, audit }: Deps) {
  const findComment = prepareFindComment(db);

  async function find(executor: Db | Tx, actor: Actor, id: number): Promise<Owned> {
    const comment = await findOwnership(executor, viewerOf(seal, actor), id);
    // Whoever left a closed room still takes the own words out of it.
    if (comment?.isAuthor && comment.door === 'closed') return comment;
    return requireComment(comment);
  }

  /** Counts it out first: the lock of the post keeps the order in which writers take locks. */
  async function erase(tx: Tx, comment: Owned, deletedBy: number | null): Promise<number> {
    const deletedAt = timeOf(comment.isAnonymous, clock);
    const post = await lockAndUncount(tx, comment.postId, comment.id);
    const isDone = post !== null && (await markDeleted(tx, comment.id, { deletedAt, deletedBy }));
    if (!isDone) throw new AppError('COMMENT_NOT_FOUND');
    if (comment.parentId !== null) await uncountReply(tx, comment.parentId);
    return post.commentCount;
  }

  return {
    /** Changes an own comment; it is then marked as edited. Throws COMMENT_NOT_FOUND, PERMISSION_DENIED. */
    async update(actor: Actor, id: number, content: string) {
      const comment = await find(db, actor, id);
      if (!canEdit(comment)) throw new AppError('PERMISSION_DENIED');
      const editedAt = timeOf(comment.isAnonymous, clock);
      await live.transaction(async (tx, emit) => {
        if (!(await updateContent(tx, id, { content, editedAt }))) {
          throw new AppError('COMMENT_NOT_FOUND');
        }
        const { postId } = comment;
        await notices.threadChanged(tx, emit, { postId, actorId: actor.memberId });
      });
      const row = await findComment(viewerOf(seal, actor), id);
      if (row === null) throw new AppError('COMMENT_NOT_FOUND');
      return { comment: presentComment(row) };
    },

    /**
     * Deletes an own comment, or as MANAGER and above any one; the latter goes on record with its
     * reason. Throws COMMENT_NOT_FOUND, PERMISSION_DENIED.
     */
    async remove(actor: Actor, id: number, reason: string | undefined) {
      return live.transaction(async (tx, emit) => {
        const comment = await find(tx, actor, id);
        if (!canRemove(actor, comment)) throw new AppError('PERMISSION_DENIED');
        const commentCount = await erase(tx, comment, deleterOf(actor, comment));
        if (!comment.isAuthor) {
          await audit.record(tx, {
            actorId: actor.memberId,
            action: 'comment.delete',
            targetType: 'comment',
            targetId: id,
            reason,
            address: actor.address,
          });
        }
        const { postId } = comment;
        await notices.threadChanged(tx, emit, { postId, actorId: actor.memberId });
        return { commentCount };
      });
    },
  };
}

/** An author's own deletion of an anonymous comment leaves no name (quality AN-31). */
function deleterOf(actor: Actor, comment: Owned): number | null {
  return comment.isAuthor && comment.isAnonymous ? null : actor.memberId;
}
