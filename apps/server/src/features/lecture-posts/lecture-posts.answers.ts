import { TEXTS } from '@naru/contract/texts';
import type { Db, Tx } from '../../db/client.ts';
import { doorViewer } from '../../db/room-doors.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, cutToMinute } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { canAnswer } from './lecture-posts.policy.ts';
import {
  deleteAnswer,
  findHead,
  insertAnswer,
  type LecturePostHead,
  lockLivePost,
  updateAnswer,
} from './lecture-posts.write.repo.ts';

const QUESTIONS_ONLY = '질문에만 답변할 수 있습니다.';

interface Deps {
  db: Db;
  clock: Clock;
  posts: Pick<PostsService, 'storing'>;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'questionAnswered' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

/** The official answer to a question (decisions 144): one, shown apart, with its writer's name. */
export function createLectureAnswers({ db, clock, posts, live, notices, audit }: Deps) {
  return {
    /**
     * Writes the answer or changes it; its first writer stays its writer. Throws POST_NOT_FOUND, also
     * for a room that is not the post's, PERMISSION_DENIED, VALIDATION_FAILED,
     * IMAGE_NOT_READY.
     */
    async answer(
      actor: Actor,
      lectureId: number,
      postId: number,
      source: { content: string },
    ): Promise<void> {
      const head = await findAnswerable(actor, lectureId, postId);
      const text = { content: source.content, imageUrls: [] };
      const { content, imageUrls } = posts.storing.readText(text, TEXTS.lectureAnswerRequired);
      const now = head.isAnonymous ? cutToMinute(clock.now()) : clock.now();
      const { html } = content;
      await live.transaction(async (tx, emit) => {
        const words = await lockQuestion(tx, postId);
        await posts.storing.attach(tx, actor, {
          postId,
          imageUrls: [...words.imageUrls, ...imageUrls],
          isAnonymous: head.isAnonymous,
        });
        const answer = { postId, authorId: actor.memberId, content: html, createdAt: now };
        const place = { postId, actorId: actor.memberId };
        if (await insertAnswer(tx, answer)) return notices.questionAnswered(tx, emit, place);
        await updateAnswer(tx, postId, { content: html, updatedAt: now });
        await notices.threadChanged(tx, emit, place);
      });
    },

    /**
     * Takes the answer away; on record when somebody else had written it. Throws what `answer` throws,
     * and ANSWER_NOT_FOUND.
     */
    async removeAnswer(actor: Actor, lectureId: number, postId: number): Promise<void> {
      const { isAnonymous } = await findAnswerable(actor, lectureId, postId);
      await live.transaction(async (tx, emit) => {
        const { imageUrls } = await lockQuestion(tx, postId);
        const writerId = await deleteAnswer(tx, postId);
        if (writerId === null) throw new AppError('ANSWER_NOT_FOUND');
        await posts.storing.attach(tx, actor, { postId, imageUrls, isAnonymous });
        await notices.threadChanged(tx, emit, { postId, actorId: actor.memberId });
        if (writerId === actor.memberId) return;
        await audit.record(tx, {
          actorId: actor.memberId,
          address: actor.address,
          action: 'answer.delete',
          targetType: 'post',
          targetId: postId,
          detail: { lectureId },
        });
      });
    },
  };

  /** Before all other rows, so that an answer and its removal wait for each other in one direction. */
  async function lockQuestion(tx: Tx, postId: number): Promise<{ imageUrls: string[] }> {
    const words = await lockLivePost(tx, postId);
    if (words === null) throw new AppError('POST_NOT_FOUND');
    return words;
  }

  async function findAnswerable(
    actor: Actor,
    lectureId: number,
    postId: number,
  ): Promise<LecturePostHead> {
    const head = await findHead(db, doorViewer(actor), postId);
    if (head === null || head.door === 'gone' || head.lectureId !== lectureId) {
      throw new AppError('POST_NOT_FOUND');
    }
    if (!canAnswer(head, actor)) throw new AppError('PERMISSION_DENIED');
    if (head.boardType !== 'LECTURE_Q') refuse(QUESTIONS_ONLY);
    return head;
  }
}

function refuse(message: string): never {
  throw new AppError('VALIDATION_FAILED', { message });
}
