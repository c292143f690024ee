import { randomInt } from 'node:crypto';
import { BOARDS, type BoardType, NOTICE_PREFIX } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { postBody, TradeStatus } from '@naru/contract/posts';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import type * as z from 'zod/mini';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock, cutToMinute } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import type { FilesService } from '../files/files.service.ts';
import { type CleanContent, fullImageUrl, isBlank, isOwnImage, readContent } from './posts.html.ts';
import { checkWrite, isAuthor, requiredText, titleOnCreate } from './posts.policy.ts';
import {
  findPostHead,
  findTwin,
  insertPost,
  lockWriter,
  type NewPost,
  updatePost,
} from './posts.write.repo.ts';

/** Seconds in which the same words of the same author on the same board are the same post (quality IP-04). */
const TWIN_SECONDS = 5;
/** Ids of anonymous posts are drawn here, far above the counted ones (quality AN-23). */
const RANDOM_IDS = [2 ** 40, 2 ** 47] as const;
const DRAWS = 3;

export type PostInput = z.output<typeof postBody>;

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  files: Pick<FilesService, 'attachToPost'>;
  events: Pick<DomainEventHub, 'emit'>;
}

export function createPostWriting({ db, clock, seal, files, events }: Deps) {
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
      const { content, imageUrls } = readInput(input);
      const now = clock.now();
      const isAnonymous = BOARDS[board].anonymous;
      const post: NewPost = {
        boardType: board,
        ...(isAnonymous
          ? { authorSeal: seal.seal(actor.memberId), createdAt: cutToMinute(now) }
          : { authorId: actor.memberId, createdAt: now }),
        title,
        content: content.html,
        contentText: content.text,
        imageUrls,
        ...(board === 'MARKET' && marketFields(input, 'ON_SALE')),
      };
      const since = addSeconds(now, -TWIN_SECONDS);
      const { postId, isNew } = await db.transaction(async (tx) => {
        await lockWriter(tx, actor.memberId);
        const twin = await findTwin(tx, post, isAnonymous ? cutToMinute(since) : since);
        if (twin !== null) return { postId: twin, isNew: false };
        const id = await insertWithId(tx, post, isAnonymous);
        await attach(tx, { actor, postId: id, urls: imageUrls, board });
        return { postId: id, isNew: true };
      });
      if (isNew && BOARDS[board].group === 'notice') {
        events.emit('notice-posted', { postId, actorId: actor.memberId });
      }
      return postId;
    },

    /**
     * Changes an own post; its board stays. Throws POST_NOT_FOUND, PERMISSION_DENIED for anybody but
     * the author, and what `create` throws.
     */
    async update(actor: Actor, postId: number, input: PostInput): Promise<void> {
      const head = await findPostHead(db, postId);
      if (head === null) throw new AppError('POST_NOT_FOUND');
      if (!isAuthor(head, actor, seal.seal(actor.memberId))) {
        throw new AppError('PERMISSION_DENIED');
      }
      const board = input.boardType;
      if (board !== head.boardType) refuse('boardType', TEXTS.boardFixed);
      checkWrite(board, actor);
      const { content, imageUrls } = readInput(input);
      const now = clock.now();
      await db.transaction(async (tx) => {
        const isChanged = await updatePost(tx, postId, {
          title: input.title,
          content: content.html,
          contentText: content.text,
          imageUrls,
          updatedAt: BOARDS[board].anonymous ? cutToMinute(now) : now,
          ...(board === 'MARKET' && marketFields(input, undefined)),
        });
        if (!isChanged) throw new AppError('POST_NOT_FOUND');
        await attach(tx, { actor, postId, urls: imageUrls, board });
      });
      events.emit('thread-changed', { postId, actorId: actor.memberId });
    },
  };

  async function attach(
    tx: Executor,
    use: { actor: Actor; postId: number; urls: string[]; board: BoardType },
  ): Promise<void> {
    await files.attachToPost(tx, {
      memberId: use.actor.memberId,
      postId: use.postId,
      urls: use.urls,
      isAnonymous: BOARDS[use.board].anonymous,
    });
  }
}

async function insertWithId(tx: Executor, post: NewPost, isAnonymous: boolean): Promise<number> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const id = await insertPost(tx, isAnonymous ? { ...post, id: randomInt(...RANDOM_IDS) } : post);
    if (id !== null) return id;
  }
  throw new Error('no free id for an anonymous post');
}

/** Sanitises the text and gathers the pictures: those of the field first, then those of the text. */
function readInput(input: PostInput): { content: CleanContent; imageUrls: string[] } {
  const board = input.boardType;
  if (board === 'MARKET' && typeof input.price !== 'number') refuse('price', TEXTS.marketRequired);
  if (!input.imageUrls.every(isOwnImage)) refuse('imageUrls', TEXTS.imageForeign);
  const content = readContent(input.content);
  if (isBlank(content)) refuse('content', requiredText(board));
  const given = input.imageUrls.map(fullImageUrl);
  const imageUrls = [...new Set([...given, ...content.imageUrls.map(fullImageUrl)])];
  if (board === 'MARKET' && imageUrls.length > 1) refuse('imageUrls', TEXTS.imageMarketOne);
  if (imageUrls.length > LIMITS.imagesPerPost) refuse('imageUrls', TEXTS.imageTooMany);
  return { content, imageUrls };
}

/** A changed item keeps its state unless one is sent. */
function marketFields(input: PostInput, fallback: TradeStatus | undefined) {
  const tradeStatus = input.tradeStatus ?? fallback;
  return { price: input.price ?? null, ...(tradeStatus && { tradeStatus }) };
}

function refuse(field: string, message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, errors: [{ field, message }] });
}
