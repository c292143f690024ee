import { randomInt } from 'node:crypto';
import type { PostBoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock, cutToMinute } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { type CleanContent, fullImageUrl, isBlank, isOwnImage, readContent } from './posts.html.ts';
import {
  findTwin,
  insertPost,
  lockWriter,
  type NewPost,
  type PostChange,
  updatePost,
} from './posts.write.repo.ts';

/** Seconds in which the same words of the same author in the same place are the same post (quality IP-04). */
const TWIN_SECONDS = 5;
/** Ids of anonymous posts are drawn here, far above the counted ones (quality AN-23). */
const RANDOM_IDS = [2 ** 40, 2 ** 47] as const;
const DRAWS = 3;

/** A text that passed the rules of every post: sanitised, with its pictures. */
export interface PostText {
  content: CleanContent;
  /** Full pictures: those of the field first, then those of the text. */
  imageUrls: string[];
}

export interface PostDraft extends PostText {
  boardType: PostBoardType;
  /** Room of a lecture post. */
  lectureId?: number;
  title: string;
  isAnonymous: boolean;
  extra?: Pick<NewPost, 'price' | 'tradeStatus'>;
}

type OtherImages = (tx: Tx) => Promise<readonly string[]>;

/** What else belongs to the transaction of the post. */
type Also = (tx: Tx, postId: number, emit: Emit) => Promise<void>;

interface Deps {
  live: Pick<Live, 'transaction'>;
  clock: Clock;
  seal: Seal;
  files: Pick<Pictures, 'attachToPost'>;
}

export type PostStoring = ReturnType<typeof createPostStoring>;

const nothing: Also = async () => undefined;

/**
 * Sanitises the text and gathers the pictures. Throws VALIDATION_FAILED with `required` when nothing
 * of the text can be seen, for foreign pictures, and for more than 20.
 */
export function readText(
  input: { content: string; imageUrls: readonly string[] },
  required: string,
): PostText {
  if (!input.imageUrls.every(isOwnImage)) refuse('imageUrls', TEXTS.imageForeign);
  const content = readContent(input.content);
  if (isBlank(content)) refuse('content', required);
  const given = input.imageUrls.map(fullImageUrl);
  const imageUrls = [...new Set([...given, ...content.imageUrls.map(fullImageUrl)])];
  if (imageUrls.length > LIMITS.imagesPerPost) refuse('imageUrls', TEXTS.imageTooMany);
  return { content, imageUrls };
}

/** Posts on their way into the database, those of boards and those of lecture rooms. */
export function createPostStoring({ live, clock, seal, files }: Deps) {
  return {
    readText,

    /** Pictures in stored HTML. */
    imagesOf: (html: string): string[] => readContent(html).imageUrls,

    /** Makes exactly these pictures the post's own. Throws IMAGE_NOT_READY. */
    attach,

    /**
     * Stores a new post; the same words sent again within 5 seconds answer the first id. An anonymous
     * one gets a random id, a time cut to the minute and a sealed author (quality AN-23, AN-31).
     */
    async store(
      actor: Actor,
      draft: PostDraft,
      also: Also = nothing,
    ): Promise<{ postId: number; isNew: boolean }> {
      const { isAnonymous } = draft;
      const now = clock.now();
      const post = rowOf(actor, draft, now);
      const since = addSeconds(now, -TWIN_SECONDS);
      return live.transaction(async (tx, emit) => {
        await lockWriter(tx, actor.memberId);
        const twin = await findTwin(tx, post, isAnonymous ? cutToMinute(since) : since);
        if (twin !== null) return { postId: twin, isNew: false };
        const postId = await insertWithId(tx, post, isAnonymous);
        await attach(tx, actor, { postId, ...draft });
        await also(tx, postId, emit);
        return { postId, isNew: true };
      });
    },

    /**
     * Stores new words of a post; `otherImages` answers the pictures it shows besides those of its
     * words, asked for once the post is held.
     * Throws POST_NOT_FOUND when it was deleted meanwhile.
     */
    async change(
      actor: Actor,
      head: { id: number; isAnonymous: boolean },
      draft: PostText & Pick<PostDraft, 'title' | 'extra'> & { otherImages?: OtherImages },
      also: Also = nothing,
    ): Promise<void> {
      const now = clock.now();
      const values: PostChange = {
        title: draft.title,
        content: draft.content.html,
        contentText: draft.content.text,
        imageUrls: draft.imageUrls,
        updatedAt: head.isAnonymous ? cutToMinute(now) : now,
        ...draft.extra,
      };
      await live.transaction(async (tx, emit) => {
        if (!(await updatePost(tx, head.id, values))) throw new AppError('POST_NOT_FOUND');
        const others = (await draft.otherImages?.(tx)) ?? [];
        const imageUrls = [...draft.imageUrls, ...others];
        await attach(tx, actor, { postId: head.id, imageUrls, isAnonymous: head.isAnonymous });
        await also(tx, head.id, emit);
      });
    },
  };

  function rowOf(actor: Actor, draft: PostDraft, now: Date): NewPost {
    return {
      boardType: draft.boardType,
      lectureId: draft.lectureId ?? null,
      ...(draft.isAnonymous
        ? {
            anonymous: true,
            authorSeal: seal.seal(actor.memberId),
            createdAt: cutToMinute(now),
          }
        : { authorId: actor.memberId, createdAt: now }),
      title: draft.title,
      content: draft.content.html,
      contentText: draft.content.text,
      imageUrls: draft.imageUrls,
      ...draft.extra,
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
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const id = await insertPost(tx, isAnonymous ? { ...post, id: randomInt(...RANDOM_IDS) } : post);
    if (id !== null) return id;
  }
  throw new Error('no free id for an anonymous post');
}

function refuse(field: string, message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, errors: [{ field, message }] });
}
