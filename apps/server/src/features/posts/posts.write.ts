import { BOARDS, isNoticeBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostInput } from '@naru/contract/posts';
import { hasAtMostGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { viewerOf } from '../../domain/access/room-access.ts';
import { marketValues } from '../../domain/posts/market.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Tools } from '../../tools.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { authoriseChange, authoriseWrite, titleOnCreate } from './posts.policy.ts';
import { type PostStoring, type PostText, readText } from './posts.storing.ts';
import { findPostHead } from './posts.write.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'seal'> {
  storing: PostStoring;
  notifications: Pick<NotificationsService, 'noticePosted' | 'threadChanged'>;
}

export function createPostWriting({ db, seal, storing, notifications }: Deps) {
  return {
    /**
     * Returns the first id for the same post sent again within 5 seconds or with its client id. Throws BOARD_NOT_WRITABLE,
     * WRITE_DENIED, MARKET_DENIED, IMAGE_NOT_READY, POST_THROTTLED and VALIDATION_FAILED.
     */
    async create(actor: Actor, input: PostInput): Promise<number> {
      const board = input.boardType;
      const writable = authoriseWrite(board, actor);
      const title = titleOnCreate(board, input.title);
      if (!hasAtMostGraphemes(title, LIMITS.titleMax)) throw fieldError('title', TEXTS.titleLength);
      const draft = {
        market: marketValues(input, { isNew: true }),
        ...readInput(input),
        title,
        isAnonymous: BOARDS[board].anonymous,
        clientId: input.clientId ?? null,
      };
      return storing.store(actor, writable, draft, async (tx, postId) => {
        if (!isNoticeBoard(board)) return;
        await notifications.noticePosted(tx, { postId, actorId: actor.memberId });
      });
    },

    /**
     * Changes a post but not its board. Throws POST_NOT_FOUND, also for lecture posts, PERMISSION_DENIED
     * unless the actor is the author, and what `create` throws.
     */
    async update(actor: Actor, postId: number, input: PostInput): Promise<void> {
      const viewer = viewerOf(seal, actor);
      const head = await findPostHead(db, viewer, postId);
      if (head === null || head.lectureId !== null) throw new AppError('POST_NOT_FOUND');
      const post = authoriseChange(head, viewer);
      const board = input.boardType;
      if (board !== head.boardType) throw fieldError('boardType', TEXTS.boardFixed);
      authoriseWrite(board, actor);
      const draft = {
        market: marketValues(input, { isNew: false }),
        ...readInput(input),
        title: input.title,
      };
      await storing.change(actor, post, draft, (tx, _, emit) =>
        notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId }),
      );
    },
  };
}

function readInput(input: PostInput): PostText {
  const isItem = BOARDS[input.boardType].form === 'item';
  const text = readText(input, isItem ? TEXTS.marketRequired : TEXTS.postRequired);
  if (isItem && text.imageUrls.length > 1) throw fieldError('imageUrls', TEXTS.imageMarketOne);
  return text;
}
