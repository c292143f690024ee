import type { Tx } from '../../db/client.ts';
import { viewerOf } from '../../domain/access/room-access.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { Emit } from '../../domain/live/live.ts';
import { notifyAuthor, requireReason, staffRoleOf } from '../../domain/moderation/staff-actions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Tools } from '../tools.ts';
import {
  lockLivePost,
  markDeleted,
  uncount,
  uncountReply,
  updateContent,
} from './comments.change.repo.ts';
import { createMentions, mentionedIn, storedMentions } from './comments.mentions.ts';
import { authoriseEdit, authoriseRemoval, type RemovableComment } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { findOwnership } from './comments.read.repo.ts';
import { createReadComment } from './comments.read.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live'> {
  notifications: Pick<
    NotificationsService,
    'threadChanged' | 'contentHandled' | 'wantsCommentNotifications'
  >;
  audit: Pick<AuditService, 'record'>;
}

export function createCommentChanges({ db, clock, seal, live, notifications, audit }: Deps) {
  const readComment = createReadComment(db);
  const findMentioned = createMentions(db, notifications);

  return {
    /**
     * Whom the new text mentions is shown and not notified; a picture stays. Throws COMMENT_NOT_FOUND, and
     * PERMISSION_DENIED unless the actor is the author.
     */
    async update(actor: Actor, id: number, content: string) {
      const comment = authoriseEdit(await findOwnership(db, viewerOf(seal, actor), id));
      const editedAt = storedTime(comment.isAnonymous, clock.now());
      const { memberId } = actor;
      await live.transaction(async (tx, emit) => {
        const named = await findMentioned({ postId: comment.postId, memberId, content })(tx);
        // Who was mentioned stays so under the former nickname.
        const known = new Set(comment.mentions?.map(({ name }) => name.toLowerCase()));
        const others = named.filter(({ name }) => !known.has(name.toLowerCase()));
        const mentioned = mentionedIn(content, [...(comment.mentions ?? []), ...others]);
        const values = { content, mentions: storedMentions(mentioned), editedAt };
        if (!(await updateContent(tx, comment, values))) {
          throw new AppError('COMMENT_NOT_FOUND');
        }
        const { postId } = comment;
        await notifications.threadChanged(tx, emit, {
          ...{ postId, actorId: memberId },
          part: comment.mentions === null ? 'text' : 'mentions',
        });
      });
      return { comment: presentComment(await readComment(viewerOf(seal, actor), id)) };
    },

    /**
     * Unless the actor is the author, the reason is required and recorded, and the author is notified.
     * Throws COMMENT_NOT_FOUND, PERMISSION_DENIED, VALIDATION_FAILED.
     */
    remove: (actor: Actor, id: number, reason: string | undefined) =>
      live.transaction((tx, emit) => removeAs('either', tx, emit, actor, { id, reason })),

    /**
     * In the transaction of a decision of staff, which is never taken for the author's own deletion. Throws as
     * `remove` does.
     */
    async removeByStaff(
      tx: Tx,
      emit: Emit,
      actor: Actor,
      comment: { id: number; reason: string },
    ): Promise<void> {
      await removeAs('staff', tx, emit, actor, comment);
    },
  };

  async function removeAs(
    side: 'either' | 'staff',
    tx: Tx,
    emit: Emit,
    actor: Actor,
    { id, reason }: { id: number; reason: string | undefined },
  ) {
    const comment = authoriseRemoval(actor, await findOwnership(tx, viewerOf(seal, actor), id));
    const { postId } = comment;
    const isAuthor = comment.isAuthor && side !== 'staff';
    const why = isAuthor
      ? null
      : { reason: requireReason(reason), office: staffRoleOf(actor, comment.isOwnRoom) };
    const deletedAt = storedTime(comment.isAnonymous, clock.now());
    const deletedBy = isAuthor && comment.isAnonymous ? null : actor.memberId;
    const commentCount = await softDelete(tx, comment, { deletedAt, deletedBy });
    const { memberId: actorId } = actor;
    await notifications.threadChanged(tx, emit, { postId, actorId, part: 'comments' });
    if (why !== null) {
      const removed = { type: 'COMMENT', id, action: 'REMOVED', ...why } as const;
      await notifyAuthor({ clock, notifications }, tx, emit, removed);
      const detail = { boardType: comment.boardType, postId };
      await audit.record(tx, actor, { action: 'comment.delete', targetId: id, reason, detail });
    }
    return { commentCount };
  }
}

/** Locks the post first, as every writer does, and counts only a comment that nobody else has deleted. */
async function softDelete(
  tx: Tx,
  comment: RemovableComment & { postId: number; parentId: number | null },
  values: { deletedAt: Date; deletedBy: number | null },
): Promise<number> {
  const { postId, id, parentId } = comment;
  const isDone = (await lockLivePost(tx, postId)) && (await markDeleted(tx, comment, values));
  if (!isDone) throw new AppError('COMMENT_NOT_FOUND');
  const commentCount = await uncount(tx, postId, id);
  if (parentId !== null) await uncountReply(tx, parentId);
  return commentCount;
}
