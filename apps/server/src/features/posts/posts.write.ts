import { BOARDS, isNoticeBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { postBody, TradeStatus } from '@naru/contract/posts';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import type * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { authoriseChange, authoriseWrite, requiredText, titleOnCreate } from './posts.policy.ts';
import { type PostStoring, type PostText, readText } from './posts.storing.ts';
import { findPostHead, type PostExtras } from './posts.write.repo.ts';

export type PostInput = z.output<typeof postBody>;

interface Deps {
  db: Db;
  seal: Seal;
  storing: PostStoring;
  notifications: Pick<NotificationsService, 'noticePosted' | 'threadChanged'>;
}

export function createPostWriting({ db, seal, storing, notifications }: Deps) {
  return {
    /**
     * Writes a post or registers a market item; the same words sent again within 5 seconds answer the
     * first id. Throws BOARD_NOT_WRITABLE, WRITE_DENIED, MARKET_DENIED, IMAGE_NOT_READY and
     * VALIDATION_FAILED with the board's sentence.
     */
    async create(actor: Actor, input: PostInput): Promise<number> {
      const board = input.boardType;
      const writable = authoriseWrite(board, actor);
      const title = titleOnCreate(board, input.title);
      if (countGraphemes(title) > LIMITS.titleMax) throw fieldError('title', TEXTS.titleLength);
      const draft = {
        ...readInput(input),
        title,
        isAnonymous: BOARDS[board].anonymous,
        extra: extrasOf(input, 'ON_SALE'),
      };
      const { postId } = await storing.store(actor, writable, draft, async (tx, id) => {
        if (!isNoticeBoard(board)) return;
        await notifications.noticePosted(tx, { postId: id, actorId: actor.memberId });
      });
      return postId;
    },

    /**
     * Changes an own post; its board stays. Throws POST_NOT_FOUND, also for posts of lecture rooms,
     * PERMISSION_DENIED for anybody but the author, and what `create` throws.
     */
    async update(actor: Actor, postId: number, input: PostInput): Promise<void> {
      const head = await findPostHead(db, roomViewer(actor), postId);
      if (head === null || head.lectureId !== null) throw new AppError('POST_NOT_FOUND');
      const self = { memberId: actor.memberId, seal: seal.seal(actor.memberId) };
      const post = authoriseChange(head, self);
      const board = input.boardType;
      if (board !== head.boardType) throw fieldError('boardType', TEXTS.boardFixed);
      authoriseWrite(board, actor);
      const draft = {
        ...readInput(input),
        title: input.title,
        extra: extrasOf(input, undefined),
      };
      await storing.change(actor, post, draft, (tx, _, emit) =>
        notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId }),
      );
    },
  };
}

/** The text under the board's own rules. */
function readInput(input: PostInput): PostText {
  const { boardType, price } = input;
  const isItem = BOARDS[boardType].form === 'item';
  if (isItem && typeof price !== 'number') throw fieldError('price', TEXTS.marketRequired);
  const text = readText(input, requiredText(boardType));
  if (isItem && text.imageUrls.length > 1) throw fieldError('imageUrls', TEXTS.imageMarketOne);
  return text;
}

/** What an item has besides its words; a changed one keeps its state unless one is sent. */
function extrasOf(input: PostInput, fallback: TradeStatus | undefined): PostExtras {
  if (BOARDS[input.boardType].form !== 'item') return {};
  const tradeStatus = input.tradeStatus ?? fallback;
  return { price: input.price ?? null, ...(tradeStatus && { tradeStatus }) };
}
