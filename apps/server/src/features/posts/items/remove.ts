import { findBoard } from '@naru/contract/boards';
import type { Executor, Tx } from '../../../db/client.ts';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { storedTime } from '../../../domain/authorship/author.ts';
import type { Emit } from '../../../domain/live/live.ts';
import {
  notifyAuthor,
  requireReason,
  staffRoleOf,
} from '../../../domain/moderation/staff-actions.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { Tools } from '../../tools.ts';
import { authoriseModeration } from '../posts.policy.ts';
import { findPostAccess, lockPost, setAcceptedComment, softDeletePost } from './change.repo.ts';

const QUESTION_ONLY = '질문게시판의 글에서만 답변을 채택할 수 있습니다.';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live'> {
  notifications: Pick<
    NotificationsService,
    'answerAccepted' | 'threadChanged' | 'contentHandled' | 'debtChanged'
  >;
  audit: Pick<AuditService, 'record'>;
}

type Found = ReturnType<typeof authoriseModeration>;

/** What the author of a post and staff may do: delete it and accept an answer. */
export function createPostRemoval({ db, clock, seal, live, notifications, audit }: Deps) {
  return {
    /**
     * Soft-deletes a post. Unless the actor is its author, the reason is required and recorded, and the
     * author is notified. An author who deletes an anonymous post is not stored. Throws POST_NOT_FOUND,
     * PERMISSION_DENIED, LECTURE_MEMBERS_ONLY and VALIDATION_FAILED.
     */
    async remove(actor: Actor, id: number, reason?: string): Promise<void> {
      const found = await findForModeration(db, actor, id);
      await live.transaction((tx, emit) => removeIn(tx, emit, actor, { ...found, reason }));
    },

    /**
     * In the transaction of a decision of staff, which is never taken for the author's own deletion. Throws as
     * `remove` does.
     */
    async removeByStaff(
      tx: Tx,
      emit: Emit,
      actor: Actor,
      { id, reason }: { id: number; reason: string },
    ): Promise<void> {
      const { post } = await findForModeration(tx, actor, id);
      await removeIn(tx, emit, actor, { post, isOwn: false, reason });
    },

    /**
     * Accepts a comment as the answer to a question; null withdraws the acceptance. Throws
     * POST_NOT_FOUND, also for a lecture post, PERMISSION_DENIED, VALIDATION_FAILED outside the
     * question board, and COMMENT_NOT_FOUND unless the comment exists at the top level of this post.
     */
    async accept(actor: Actor, id: number, commentId: number | null): Promise<void> {
      const { post, isOwn } = await findForModeration(db, actor, id);
      if (post.lectureId !== null) throw new AppError('POST_NOT_FOUND');
      if (!findBoard(post.boardType)?.acceptsAnswers) {
        throw new AppError('VALIDATION_FAILED', { message: QUESTION_ONLY });
      }
      await live.transaction(async (tx, emit) => {
        await lockPost(tx, id);
        if (!(await setAcceptedComment(tx, post, commentId))) {
          throw new AppError('COMMENT_NOT_FOUND');
        }
        const actorId = actor.memberId;
        if (commentId === null)
          await notifications.threadChanged(tx, emit, { postId: id, actorId });
        else await notifications.answerAccepted(tx, emit, { commentId, actorId });
        if (isOwn) return;
        const detail = { commentId };
        await audit.record(tx, actor, { action: 'post.accept', targetId: id, detail });
      });
    },
  };

  async function removeIn(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    { post, isOwn, reason }: Found & { reason: string | undefined },
  ): Promise<void> {
    const { id } = post;
    const deletedAt = storedTime(post.isAnonymous, clock.now());
    const deletedBy = isOwn && post.isAnonymous ? null : actor.memberId;
    const why = isOwn
      ? null
      : { reason: requireReason(reason), office: staffRoleOf(actor, post.isOwnRoom) };
    if (!(await softDeletePost(tx, post, { deletedAt, deletedBy }))) {
      throw new AppError('POST_NOT_FOUND');
    }
    await notifications.threadChanged(tx, emit, { postId: id, actorId: actor.memberId });
    if (post.isUnanswered) await notifications.debtChanged(tx, emit, id);
    if (why === null) return;
    const removed = { type: 'POST', id, action: 'REMOVED', ...why } as const;
    await notifyAuthor({ clock, notifications }, tx, emit, removed);
    const { boardType, lectureId } = post;
    const detail = { boardType, ...(lectureId !== null && { lectureId }) };
    await audit.record(tx, actor, { action: 'post.delete', targetId: id, reason, detail });
  }

  async function findForModeration(executor: Executor, actor: Actor, id: number) {
    const viewer = viewerOf(seal, actor);
    const post = await findPostAccess(executor, viewer, id);
    if (post === null || post.access === 'gone') throw new AppError('POST_NOT_FOUND');
    return authoriseModeration(post, actor, viewer);
  }
}
