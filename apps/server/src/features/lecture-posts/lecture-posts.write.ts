import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePostInput } from '@naru/contract/lecture-posts';
import { TEXTS } from '@naru/contract/texts';
import type { Db, Tx } from '../../db/client.ts';
import { requireReadable, roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { fieldError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { authoriseChange, authoriseWrite, requireOfRoom } from './lecture-posts.policy.ts';
import { findAnswerHtml, findHead, findRoom } from './lecture-posts.write.repo.ts';

const ANONYMOUS_QUESTIONS_ONLY = '익명으로는 질문만 쓸 수 있습니다.';
const FILES_IN_MATERIALS_ONLY = '파일은 자료실에만 올릴 수 있습니다.';

interface Deps {
  db: Db;
  seal: Seal;
  posts: Pick<PostsService, 'storing'>;
  attachments: Pick<Attachments, 'attachToPost'>;
  notifications: Pick<NotificationsService, 'lecturePostCreated' | 'threadChanged'>;
}

export function createLectureWriting({ db, seal, posts, attachments, notifications }: Deps) {
  const { storing } = posts;

  return {
    /**
     * Writes on a board of a room; the same words sent again within 5 seconds return the first id.
     * Throws LECTURE_NOT_FOUND, LECTURE_MEMBERS_ONLY, WRITE_DENIED, VALIDATION_FAILED,
     * IMAGE_NOT_READY, ATTACHMENT_NOT_READY.
     */
    async create(actor: Actor, input: LecturePostInput): Promise<number> {
      const { lectureId, boardType, anonymous: isAnonymous } = input;
      const room = await findRoom(db, roomViewer(actor), lectureId);
      const board = authoriseWrite(boardType, requireReadable(room, 'LECTURE_NOT_FOUND'), actor);
      if (isAnonymous && !LECTURE_BOARDS[boardType].allowsAnonymous) {
        throw fieldError('anonymous', ANONYMOUS_QUESTIONS_ONLY);
      }
      const text = readInput(input);
      const { postId } = await storing.store(
        actor,
        board,
        { ...text, title: input.title, isAnonymous },
        async (tx, id, emit) => {
          await attach(tx, actor, id, input);
          const actorId = actor.memberId;
          await notifications.lecturePostCreated(tx, emit, { postId: id, actorId });
        },
      );
      return postId;
    },

    /**
     * Changes an own post; its room, its board and whether it is anonymous stay. Throws
     * POST_NOT_FOUND, also for a room that is not the post's, PERMISSION_DENIED for anybody but the
     * author, and what `create` throws.
     */
    async update(actor: Actor, postId: number, input: LecturePostInput): Promise<void> {
      const found = await findHead(db, roomViewer(actor), postId);
      const head = requireOfRoom(found, input.lectureId);
      const self = { memberId: actor.memberId, seal: seal.seal(actor.memberId) };
      const post = authoriseChange(head, input.boardType, actor, self);
      const draft = {
        ...readInput(input),
        title: input.title,
        otherImages: (tx: Tx) => imagesOfAnswer(tx, postId),
      };
      await storing.change(actor, post, draft, async (tx, id, emit) => {
        await attach(tx, actor, id, input);
        await notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId });
      });
    },
  };

  async function imagesOfAnswer(tx: Tx, postId: number): Promise<string[]> {
    const html = await findAnswerHtml(tx, postId);
    return html === null ? [] : storing.imagesOf(html);
  }

  function readInput(input: LecturePostInput) {
    if (input.attachments.length > 0 && !LECTURE_BOARDS[input.boardType].hasFiles) {
      throw fieldError('attachments', FILES_IN_MATERIALS_ONLY);
    }
    return storing.readText(input, TEXTS.lecturePostRequired);
  }

  /** Only the materials tab has files: elsewhere nothing could be attached before either. */
  async function attach(
    tx: Parameters<Attachments['attachToPost']>[0],
    { memberId }: Actor,
    postId: number,
    { boardType, attachments: keys }: LecturePostInput,
  ): Promise<void> {
    if (LECTURE_BOARDS[boardType].hasFiles)
      await attachments.attachToPost(tx, { memberId, postId, keys });
  }
}
