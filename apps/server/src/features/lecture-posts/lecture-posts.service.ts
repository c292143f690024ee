import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePostInput } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { requireReadable, roomViewer, viewerOf } from '../../domain/access/room-access.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import {
  authoriseAnswer,
  authoriseChange,
  authoriseWrite,
  requireInRoom,
} from './lecture-posts.policy.ts';
import { createLectureReads } from './lecture-posts.read.ts';
import {
  deleteAnswer,
  findAnswerHtml,
  findHead,
  findRoom,
  insertAnswer,
  updateAnswer,
} from './lecture-posts.write.repo.ts';

const ANONYMOUS_QUESTIONS_ONLY = '익명으로는 질문만 쓸 수 있습니다.';

interface WritingDeps extends Pick<Tools, 'db' | 'seal'> {
  posts: Pick<PostsService, 'storing'>;
  notifications: Pick<NotificationsService, 'lecturePostCreated' | 'threadChanged'>;
}

function createLectureWriting({ db, seal, posts, notifications }: WritingDeps) {
  const { storing } = posts;

  return {
    /**
     * Returns the first id for the same post sent again within 5 seconds or with its client id. Throws LECTURE_NOT_FOUND,
     * LECTURE_MEMBERS_ONLY, WRITE_DENIED, VALIDATION_FAILED, IMAGE_NOT_READY, ATTACHMENT_NOT_READY.
     */
    async create(actor: Actor, input: LecturePostInput): Promise<number> {
      const { lectureId, boardType, anonymous: isAnonymous } = input;
      const room = await findRoom(db, roomViewer(actor), lectureId);
      const board = authoriseWrite(boardType, requireReadable(room, 'LECTURE_NOT_FOUND'), actor);
      if (isAnonymous && !LECTURE_BOARDS[boardType].allowsAnonymous) {
        throw fieldError('anonymous', ANONYMOUS_QUESTIONS_ONLY);
      }
      const draft = { ...(await readInput(input)), isAnonymous, clientId: input.clientId ?? null };
      return storing.store(actor, board, draft, async (tx, postId, emit) => {
        await notifications.lecturePostCreated(tx, emit, { postId, actorId: actor.memberId });
      });
    },

    /**
     * Changes a post but not its room, board or anonymity. Throws POST_NOT_FOUND, also for a post of
     * another room, PERMISSION_DENIED unless the actor is the author, and what `create` throws.
     */
    async update(actor: Actor, postId: number, input: LecturePostInput): Promise<void> {
      const viewer = viewerOf(seal, actor);
      const head = requireInRoom(await findHead(db, viewer, postId), input.lectureId);
      const post = authoriseChange(head, input.boardType, actor, viewer);
      const draft = {
        ...(await readInput(input, await storing.ownPicturesOf(db, post))),
        otherImages: async (tx: Tx) => storing.imagesOf((await findAnswerHtml(tx, postId)) ?? ''),
      };
      await storing.change(actor, post, draft, async (tx, _, emit) => {
        await notifications.threadChanged(tx, emit, {
          postId,
          actorId: actor.memberId,
          part: 'text',
        });
      });
    },
  };

  async function readInput(input: LecturePostInput, stored?: readonly string[]) {
    const { title, attachments } = input;
    const text = await storing.readText(input, TEXTS.lecturePostRequired, stored);
    return { ...text, title, attachments };
  }
}

interface AnswerDeps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live'> {
  posts: Pick<PostsService, 'storing'>;
  files: Pick<Pictures, 'attachToPost'>;
  notifications: Pick<NotificationsService, 'questionAnswered' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

/** The official answer of a question, one per question. */
function createLectureAnswers(deps: AnswerDeps) {
  const { db, clock, seal, posts, files, live, notifications, audit } = deps;
  return {
    /**
     * Creates or changes the answer; a change keeps its writer. Throws POST_NOT_FOUND, also for a post of
     * another room, PERMISSION_DENIED, VALIDATION_FAILED, IMAGE_NOT_READY.
     */
    async answer(actor: Actor, lectureId: number, postId: number, source: string): Promise<void> {
      const head = await findAnswerable(actor, lectureId, postId);
      const { isAnonymous } = head;
      const text = { content: source, imageUrls: [] };
      const read = await posts.storing.readText(text, TEXTS.lectureAnswerRequired);
      const self = viewerOf(seal, actor);
      const { content, imageUrls } = await posts.storing.withCopies(self, read, { postId });
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
        await notifications.threadChanged(tx, emit, { ...cause, part: 'text' });
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

type Deps = Parameters<typeof createLectureReads>[0] &
  Parameters<typeof createLectureWriting>[0] &
  Parameters<typeof createLectureAnswers>[0];

export type LecturePostsService = ReturnType<typeof createLecturePostsService>;

/** Posts of lecture rooms; comments, likes and deletion are shared with board posts. */
export function createLecturePostsService(deps: Deps) {
  return {
    ...createLectureReads(deps),
    ...createLectureWriting(deps),
    ...createLectureAnswers(deps),
  };
}
