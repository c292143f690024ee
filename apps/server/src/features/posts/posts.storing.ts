import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { viewerOf } from '../../domain/access/room-access.ts';
import { drawAnonymousId, storedAuthor, storedTime } from '../../domain/authorship/author.ts';
import type { MarketValues } from '../../domain/posts/market.sql.ts';
import type { ChangeablePost, WritableBoard } from '../../domain/posts/writing.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { type CleanContent, fullImageUrl, isBlank, isOwnImage, readContent } from './posts.html.ts';
import {
  findDuplicate,
  insertPost,
  lockPost,
  lockWriter,
  type NewPost,
  type PostChange,
  updatePost,
} from './posts.write.repo.ts';

/** An identical post within this time is a double submit. */
const DUPLICATE_SECONDS = 5;
const ID_ATTEMPTS = 3;

export interface PostText {
  content: CleanContent;
  /** Full pictures: those of the form field first, then those of the text. */
  imageUrls: string[];
}

export interface PostDraft extends PostText {
  title: string;
  isAnonymous: boolean;
  market?: MarketValues;
}

/** Runs in the transaction that writes the post. */
type InTransaction = (tx: Tx, postId: number, emit: Emit) => Promise<void>;

interface Deps extends Pick<Tools, 'clock' | 'seal' | 'live'> {
  files: Pick<Pictures, 'attachToPost'>;
}

export type PostStoring = ReturnType<typeof createPostStoring>;

/**
 * Sanitises the text and collects the pictures. Throws VALIDATION_FAILED for a blank text (with
 * `required`), for pictures of other sites and for more than 20 pictures.
 */
export function readText(
  input: { content: string; imageUrls: readonly string[] },
  required: string,
): PostText {
  if (!input.imageUrls.every(isOwnImage)) throw fieldError('imageUrls', TEXTS.imageForeign);
  const content = readContent(input.content);
  if (isBlank(content)) throw fieldError('content', required);
  const given = input.imageUrls.map(fullImageUrl);
  const imageUrls = [...new Set([...given, ...content.imageUrls.map(fullImageUrl)])];
  if (imageUrls.length > LIMITS.imagesPerPost) throw fieldError('imageUrls', TEXTS.imageTooMany);
  return { content, imageUrls };
}

/** Writes posts of boards and of lecture rooms. */
export function createPostStoring({ live, clock, seal, files }: Deps) {
  return {
    readText,

    imagesOf: (html: string): string[] => readContent(html).imageUrls,

    /** Attaches exactly these pictures to the post. Throws IMAGE_NOT_READY. */
    attach,

    lockPost,

    /**
     * Idempotent: returns the first id for the same post sent again within 5 seconds. An anonymous post
     * gets a random id, a time cut to the minute and a sealed author.
     */
    async store(
      actor: Actor,
      board: WritableBoard,
      draft: PostDraft,
      inTransaction?: InTransaction,
    ): Promise<{ postId: number; isNew: boolean }> {
      const { isAnonymous } = draft;
      const now = clock.now();
      const post = rowOf(actor, board, draft, now);
      const since = storedTime(isAnonymous, addSeconds(now, -DUPLICATE_SECONDS));
      return live.transaction(async (tx, emit) => {
        await lockWriter(tx, actor.memberId);
        const duplicate = await findDuplicate(tx, post, since);
        if (duplicate !== null) return { postId: duplicate, isNew: false };
        const postId = await insertWithId(tx, post, isAnonymous);
        await attach(tx, actor, { postId, ...draft });
        await inTransaction?.(tx, postId, emit);
        return { postId, isNew: true };
      });
    },

    /**
     * `otherImages` returns the pictures that the post shows besides its own; it runs once the post is
     * locked. Throws POST_NOT_FOUND for a post that was deleted meanwhile.
     */
    async change(
      actor: Actor,
      head: ChangeablePost,
      draft: PostText &
        Pick<PostDraft, 'title' | 'market'> & {
          otherImages?: (tx: Tx) => Promise<readonly string[]>;
        },
      inTransaction?: InTransaction,
    ): Promise<void> {
      const values: PostChange = {
        title: draft.title,
        content: draft.content.html,
        contentText: draft.content.text,
        imageUrls: draft.imageUrls,
        updatedAt: storedTime(head.isAnonymous, clock.now()),
        ...draft.market,
      };
      await live.transaction(async (tx, emit) => {
        if (!(await updatePost(tx, head, values))) throw new AppError('POST_NOT_FOUND');
        const others = (await draft.otherImages?.(tx)) ?? [];
        const imageUrls = [...draft.imageUrls, ...others];
        await attach(tx, actor, { postId: head.id, imageUrls, isAnonymous: head.isAnonymous });
        await inTransaction?.(tx, head.id, emit);
      });
    },
  };

  function rowOf(
    actor: Actor,
    { boardType, lectureId }: WritableBoard,
    draft: PostDraft,
    now: Date,
  ): NewPost {
    return {
      boardType,
      lectureId,
      anonymous: draft.isAnonymous,
      ...storedAuthor(draft.isAnonymous, viewerOf(seal, actor)),
      createdAt: storedTime(draft.isAnonymous, now),
      title: draft.title,
      content: draft.content.html,
      contentText: draft.content.text,
      imageUrls: draft.imageUrls,
      ...draft.market,
    };
  }

  async function attach(
    tx: Tx,
    { memberId }: Actor,
    use: { postId: number; imageUrls: readonly string[]; isAnonymous: boolean },
  ): Promise<void> {
    const { postId, imageUrls: urls, isAnonymous } = use;
    await files.attachToPost(tx, { memberId, postId, urls, isAnonymous });
  }
}

async function insertWithId(tx: Tx, post: NewPost, isAnonymous: boolean): Promise<number> {
  for (let attempt = 0; attempt < ID_ATTEMPTS; attempt += 1) {
    const id = await insertPost(tx, isAnonymous ? { ...post, id: drawAnonymousId() } : post);
    if (id !== null) return id;
  }
  throw new Error('no free id for an anonymous post');
}
