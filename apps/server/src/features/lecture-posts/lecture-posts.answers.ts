import { TEXTS } from '@naru/contract/texts';
import type { Db } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { type AnswerableQuestion, authoriseAnswer } from './lecture-posts.policy.ts';
import { deleteAnswer, findHead, insertAnswer, updateAnswer } from './lecture-posts.write.repo.ts';

interface Deps {
  db: Db;
  clock: Clock;
  posts: Pick<PostsService, 'storing'>;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'questionAnswered' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

/** The official answer of a question, one per question. */
export function createLectureAnswers({ db, clock, posts, live, notifications, audit }: Deps) {
  return {
    /**
     * Creates or changes the answer; a change keeps its writer. Throws POST_NOT_FOUND, also for a post of
     * another room, PERMISSION_DENIED, VALIDATION_FAILED, IMAGE_NOT_READY.
     */
    async answer(
      actor: Actor,
      lectureId: number,
      postId: number,
      { content: source }: { content: string },
    ): Promise<void> {
      const head = await findAnswerable(actor, lectureId, postId);
      const text = { content: source, imageUrls: [] };
      const { content, imageUrls } = posts.storing.readText(text, TEXTS.lectureAnswerRequired);
      const { html } = content;
      const now = storedTime(head.isAnonymous, clock.now());
      await live.transaction(async (tx, emit) => {
        const question = await posts.storing.lockPost(tx, postId);
        await posts.storing.attach(tx, actor, {
          postId,
          imageUrls: [...question.imageUrls, ...imageUrls],
          isAnonymous: head.isAnonymous,
        });
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
        await posts.storing.attach(tx, actor, { postId, imageUrls, isAnonymous: head.isAnonymous });
        await notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId });
        if (writerId === actor.memberId) return;
        const detail = { lectureId };
        await audit.record(tx, actor, { action: 'answer.delete', targetId: postId, detail });
      });
    },
  };

  async function findAnswerable(
    actor: Actor,
    lectureId: number,
    postId: number,
  ): Promise<AnswerableQuestion> {
    const head = await findHead(db, roomViewer(actor), postId);
    if (head === null || head.access === 'gone' || head.lectureId !== lectureId) {
      throw new AppError('POST_NOT_FOUND');
    }
    return authoriseAnswer(head, actor);
  }
}
