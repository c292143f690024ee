import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePostInput } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { requireReadable, roomViewer, viewerOf } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { fieldError } from '../../platform/errors.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import { authoriseChange, authoriseWrite, requireInRoom } from './lecture-posts.policy.ts';
import { findAnswerHtml, findHead, findRoom } from './lecture-posts.write.repo.ts';

const ANONYMOUS_QUESTIONS_ONLY = '익명으로는 질문만 쓸 수 있습니다.';

interface Deps extends Pick<Tools, 'db' | 'seal'> {
  posts: Pick<PostsService, 'storing'>;
  notifications: Pick<NotificationsService, 'lecturePostCreated' | 'threadChanged'>;
}

export function createLectureWriting({ db, seal, posts, notifications }: Deps) {
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
        ...(await readInput(input)),
        otherImages: async (tx: Tx) => storing.imagesOf((await findAnswerHtml(tx, postId)) ?? ''),
      };
      await storing.change(actor, post, draft, async (tx, _, emit) => {
        await notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId });
      });
    },
  };

  async function readInput(input: LecturePostInput) {
    const { title, attachments } = input;
    const text = await storing.readText(input, TEXTS.lecturePostRequired);
    return { ...text, title, attachments };
  }
}
