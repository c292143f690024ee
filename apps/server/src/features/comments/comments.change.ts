import type { Db, Tx } from '../../db/client.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { timeOf } from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { authoriseEdit, authoriseRemoval } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { findOwnership, prepareFindComment } from './comments.read.repo.ts';
import { viewerOf } from './comments.viewer.ts';
import { lockAndUncount, markDeleted, uncountReply, updateContent } from './comments.write.repo.ts';

type Owned = NonNullable<Awaited<ReturnType<typeof findOwnership>>>;

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

export function createCommentChanges({ db, clock, seal, live, notifications, audit }: Deps) {
  const findComment = prepareFindComment(db);

  /** Counts it out first: the lock of the post keeps the order in which writers take locks. */
  async function erase(
    tx: Tx,
    comment: Authorised<'remove', Owned>,
    deletedBy: number | null,
  ): Promise<number> {
    const deletedAt = timeOf(comment.isAnonymous, clock.now());
    const post = await lockAndUncount(tx, comment.postId, comment.id);
    const isDone = post !== null && (await markDeleted(tx, comment, { deletedAt, deletedBy }));
    if (!isDone) throw new AppError('COMMENT_NOT_FOUND');
    if (comment.parentId !== null) await uncountReply(tx, comment.parentId);
    return post.commentCount;
  }

  return {
    /** Changes an own comment; it is then marked as edited. Throws COMMENT_NOT_FOUND, PERMISSION_DENIED. */
    async update(actor: Actor, id: number, content: string) {
      const comment = authoriseEdit(await findOwnership(db, viewerOf(seal, actor), id));
      const editedAt = timeOf(comment.isAnonymous, clock.now());
      await live.transaction(async (tx, emit) => {
        if (!(await updateContent(tx, comment, { content, editedAt }))) {
          throw new AppError('COMMENT_NOT_FOUND');
        }
        const { postId } = comment;
        await notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId });
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
        const found = await findOwnership(tx, viewerOf(seal, actor), id);
        const comment = authoriseRemoval(actor, found);
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
        await notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId });
        return { commentCount };
      });
    },
  };
}

/** An author's own deletion of an anonymous comment leaves no name. */
function deleterOf(actor: Actor, comment: Owned): number | null {
  return comment.isAuthor && comment.isAnonymous ? null : actor.memberId;
}
