import { TEXTS } from '@naru/contract/texts';
import { roomViewer } from '../../domain/access/room-access.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { authoriseAnswer } from './lecture-posts.policy.ts';
import { deleteAnswer, findHead, insertAnswer, updateAnswer } from './lecture-posts.write.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  posts: Pick<PostsService, 'storing'>;
  files: Pick<Pictures, 'attachToPost'>;
  notifications: Pick<NotificationsService, 'questionAnswered' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

/** The official answer of a question, one per question. */
export function createLectureAnswers({
  db,
  clock,
  posts,
  files,
  live,
  notifications,
  audit,
}: Deps) {
  return {
    /**
     * Creates or changes the answer; a change keeps its writer. Throws POST_NOT_FOUND, also for a post of
     * another room, PERMISSION_DENIED, VALIDATION_FAILED, IMAGE_NOT_READY.
     */
    async answer(actor: Actor, lectureId: number, postId: number, source: string): Promise<void> {
      const head = await findAnswerable(actor, lectureId, postId);
      const { isAnonymous } = head;
      const text = { content: source, imageUrls: [] };
      const { content, imageUrls } = await posts.storing.readText(
        text,
        TEXTS.lectureAnswerRequired,
      );
      const { html } = content;
      const now = storedTime(isAnonymous, clock.now());
      await live.transaction(async (tx, emit) => {
        const question = await posts.storing.lockPost(tx, postId);
        const shown = [...question.imageUrls, ...imageUrls];
        await files.attachToPost(tx, actor, { postId, imageUrls: shown, isAnonymous });
        const answer = { authorId: actor.memberId, content: html, createdAt: now };
        const cause = { postId, actorId: actor.memberId };
        if (await insertAnswer(tx, head, answer))
          return notifications.questionAnswered(tx, emit, cause);
        await updateAnswer(tx, head, { content: html, updatedAt: now });
        await notifications.threadChanged(tx, emit, cause);
      });
    },

    /**
     * Deletes the answer, with an audit entry unless the actor wrote it. Throws what `answer` throws, and
     * ANSWER_NOT_FOUND.
     */
    async removeAnswer(actor: Actor, lectureId: number, postId: number): Promise<void> {
      const head = await findAnswerable(actor, lectureId, postId);
      await live.transaction(async (tx, emit) => {
        const { imageUrls } = await posts.storing.lockPost(tx, postId);
        const writerId = await deleteAnswer(tx, head);
        if (writerId === null) throw new AppError('ANSWER_NOT_FOUND');
        await files.attachToPost(tx, actor, { postId, imageUrls, isAnonymous: head.isAnonymous });
        const { memberId: actorId } = actor;
        await notifications.threadChanged(tx, emit, { postId, actorId });
        if (writerId === actorId) return;
        const detail = { lectureId };
        await audit.record(tx, actor, { action: 'answer.delete', targetId: postId, detail });
      });
    },
  };

  async function findAnswerable(actor: Actor, lectureId: number, postId: number) {
    const head = await findHead(db, roomViewer(actor), postId);
    if (head === null || head.access === 'gone' || head.lectureId !== lectureId) {
      throw new AppError('POST_NOT_FOUND');
    }
    return authoriseAnswer(head, actor);
  }
}
