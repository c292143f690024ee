import type { Db } from '../../db/client.ts';
import { doorViewer } from '../../db/room-doors.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, cutToMinute } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import { canModerate, isAuthor } from './posts.policy.ts';
import {
  findPostHead,
  lockPost,
  type PostHead,
  setAcceptedComment,
  softDeletePost,
} from './posts.write.repo.ts';

const QUESTION_ONLY = '질문게시판의 글에서만 답변을 채택할 수 있습니다.';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'answerAccepted' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

export function createPostRemoval({ db, clock, seal, live, notices, audit }: Deps) {
  return {
    /**
     * Hides a post (decisions 76): its author, or staff with an entry in the audit log (decisions 77),
     * to whom in a lecture room its professor belongs.
     * An author who deletes an own anonymous post is not written down. Throws POST_NOT_FOUND,
     * PERMISSION_DENIED and LECTURE_MEMBERS_ONLY.
     */
    async remove(actor: Actor, id: number, reason?: string): Promise<void> {
      const { head, isOwn } = await findOwned(actor, id);
      const now = clock.now();
      const deletedAt = head.isAnonymous ? cutToMinute(now) : now;
      const deletedBy = isOwn && head.isAnonymous ? null : actor.memberId;
      await db.transaction(async (tx) => {
        if (!(await softDeletePost(tx, head, { deletedAt, deletedBy }))) {
          throw new AppError('POST_NOT_FOUND');
        }
        if (isOwn) return;
        const { boardType, lectureId } = head;
        const detail = { boardType, ...(lectureId !== null && { lectureId }) };
        await audit.record(tx, { ...entryOf(actor, id), action: 'post.delete', reason, detail });
      });
    },

    /**
     * Marks a comment as the answer of a question, or none with null (decisions 84). Throws
     * POST_NOT_FOUND, PERMISSION_DENIED, VALIDATION_FAILED outside the question board, and
     * COMMENT_NOT_FOUND unless it is a live top-level comment of this post.
     */
    async accept(actor: Actor, id: number, commentId: number | null): Promise<void> {
      const { head, isOwn } = await findOwned(actor, id);
      if (head.lectureId !== null) throw new AppError('POST_NOT_FOUND');
      if (head.boardType !== 'QNA') {
        throw new AppError('VALIDATION_FAILED', { message: QUESTION_ONLY });
      }
      await live.transaction(async (tx, emit) => {
        if (!(await lockPost(tx, id))) throw new AppError('POST_NOT_FOUND');
        if (!(await setAcceptedComment(tx, id, commentId))) throw new AppError('COMMENT_NOT_FOUND');
        const actorId = actor.memberId;
        if (commentId === null) await notices.threadChanged(tx, emit, { postId: id, actorId });
        else await notices.answerAccepted(tx, emit, { commentId, actorId });
        if (isOwn) return;
        const detail = { commentId };
        await audit.record(tx, { ...entryOf(actor, id), action: 'post.accept', detail });
      });
    },
  };

  /** The post if the caller wrote it or is staff; the refusal is the same for every post (quality AN-28). */
  async function findOwned(actor: Actor, id: number): Promise<{ head: PostHead; isOwn: boolean }> {
    const mine = seal.seal(actor.memberId);
    const head = await findPostHead(db, doorViewer(actor), id);
    if (head === null || head.door === 'gone') throw new AppError('POST_NOT_FOUND');
    const isOwn = isAuthor(head, actor, mine);
    if (isOwn || canModerate(actor) || head.isOwnRoom) return { head, isOwn };
    throw new AppError(head.door === 'closed' ? 'LECTURE_MEMBERS_ONLY' : 'PERMISSION_DENIED');
  }
}

function entryOf({ memberId, address }: Actor, targetId: number) {
  return { actorId: memberId, address, targetType: 'post', targetId } as const;
}
