import { DONE } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { viewerOf } from '../../domain/access/room-access.ts';
import type { Emit } from '../../domain/live/live.ts';
import { restoreComment } from '../../domain/posts/restored-comments.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Tools } from '../tools.ts';
import { lockLivePost } from './comments.change.repo.ts';
import { authoriseUndo } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { createReadComment } from './comments.read.ts';
import { findDeletion } from './comments.restore.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live'> {
  notifications: Pick<NotificationsService, 'threadChanged'>;
}

export function createCommentRestore({ db, clock, seal, live, notifications }: Deps) {
  const readComment = createReadComment(db);

  return {
    /**
     * Takes the own deletion of a comment back; a live one stays as it is, so the call can be repeated. Nobody is
     * notified again. Throws COMMENT_NOT_FOUND, PERMISSION_DENIED, LECTURE_MEMBERS_ONLY, RESTORE_DENIED.
     */
    async restore(actor: Actor, id: number) {
      const commentCount = await live.transaction((tx, emit) => undo(tx, emit, actor, id));
      const comment = presentComment(await readComment(viewerOf(seal, actor), id));
      return { comment, commentCount, message: DONE.commentRestored };
    },
  };

  async function undo(tx: Tx, emit: Emit, actor: Actor, id: number): Promise<number> {
    const viewer = viewerOf(seal, actor);
    const postId = (await findDeletion(tx, viewer, id))?.postId;
    // Every writer locks the post first, so nothing of what follows changes any more.
    if (postId === undefined || !(await lockLivePost(tx, postId))) {
      throw new AppError('COMMENT_NOT_FOUND');
    }
    const deletion = authoriseUndo(await findDeletion(tx, viewer, id), clock.now());
    if (deletion.deletedAt === null) return deletion.commentCount;
    const commentCount = await restoreComment(tx, deletion);
    if (commentCount === null) throw new AppError('COMMENT_NOT_FOUND');
    const { memberId: actorId } = actor;
    await notifications.threadChanged(tx, emit, { postId, actorId, part: 'comments' });
    return commentCount;
  }
}
