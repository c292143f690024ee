import { BOARDS, NOTICE_PREFIX } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { postBody, TradeStatus } from '@naru/contract/posts';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import type * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { doorViewer } from '../../db/room-doors.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import { checkWrite, isAuthor, requiredText, titleOnCreate } from './posts.policy.ts';
import { type PostStoring, type PostText, readText } from './posts.storing.ts';
import { findPostHead } from './posts.write.repo.ts';

export type PostInput = z.output<typeof postBody>;

interface Deps {
  db: Db;
  seal: Seal;
  storing: PostStoring;
  notices: Pick<NoticesService, 'noticePosted' | 'threadChanged'>;
}

export function createPostWriting({ db, seal, storing, notices }: Deps) {
  return {
    /**
     * Writes a post or registers a market item; the same words sent again within 5 seconds answer the
     * first id. Throws BOARD_NOT_WRITABLE, WRITE_DENIED, MARKET_DENIED, IMAGE_NOT_READY and
     * VALIDATION_FAILED with the board's sentence.
     */
    async create(actor: Actor, input: PostInput): Promise<number> {
      const board = input.boardType;
      checkWrite(board, actor);
      const title = titleOnCreate(board, input.title, NOTICE_PREFIX);
      if (countGraphemes(title) > LIMITS.titleMax) refuse('title', TEXTS.titleLength);
      const isNotice = BOARDS[board].group === 'notice';
      const draft = {
        ...readInput(input),
        boardType: board,
        title,
        isAnonymous: BOARDS[board].anonymous,
        ...(board === 'MARKET' && { extra: marketFields(input, 'ON_SALE') }),
      };
      const { postId } = await storing.store(actor, draft, async (tx, id) => {
        if (isNotice) await notices.noticePosted(tx, { postId: id, actorId: actor.memberId });
      });
      return postId;
    },

    /**
     * Changes an own post; its board stays. Throws POST_NOT_FOUND, also for posts of lecture rooms,
     * PERMISSION_DENIED for anybody but the author, and what `create` throws.
     */
    async update(actor: Actor, postId: number, input: PostInput): Promise<void> {
      const head = await findPostHead(db, doorViewer(actor), postId);
      if (head === null || head.lectureId !== null) throw new AppError('POST_NOT_FOUND');
      if (!isAuthor(head, actor, seal.seal(actor.memberId))) {
        throw new AppError('PERMISSION_DENIED');
      }
      const board = input.boardType;
      if (board !== head.boardType) refuse('boardType', TEXTS.boardFixed);
      checkWrite(board, actor);
      const draft = {
        ...readInput(input),
        title: input.title,
        ...(board === 'MARKET' && { extra: marketFields(input, undefined) }),
      };
      await storing.change(actor, head, draft, (tx, _, emit) =>
        notices.threadChanged(tx, emit, { postId, actorId: actor.memberId }),
      );
    },
  };
}

/** The text under the board's own rules. */
function readInput(input: PostInput): PostText {
  const board = input.boardType;
  if (board === 'MARKET' && typeof input.price !== 'number') refuse('price', TEXTS.marketRequired);
  const text = readText(input, requiredText(board));
  if (board === 'MARKET' && text.imageUrls.length > 1) refuse('imageUrls', TEXTS.imageMarketOne);
  return text;
}

/** A changed item keeps its state unless one is sent. */
function marketFields(input: PostInput, fallback: TradeStatus | undefined) {
  const tradeStatus = input.tradeStatus ?? fallback;
  return { price: input.price ?? null, ...(tradeStatus && { tradeStatus }) };
}

function refuse(field: string, message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, errors: [{ field, message }] });
}
