import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { drawAnonymousId, storedAuthor, storedTime } from '../../domain/authorship/author.ts';
import type { ChangeablePost, WritableBoard } from '../../domain/posts/writing.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { type CleanContent, fullImageUrl, isBlank, isOwnImage, readContent } from './posts.html.ts';
import {
  findDuplicate,
  insertPost,
  lockWriter,
  type NewPost,
  type PostChange,
  type PostExtras,
  updatePost,
} from './posts.write.repo.ts';

/** The same words of the same author on the same board within this time are one post. */
const DUPLICATE_SECONDS = 5;
const DRAWS = 3;

/** A text that passed the rules of every post: sanitised, with its pictures. */
export interface PostText {
  content: CleanContent;
  /** Full pictures: those of the field first, then those of the text. */
  imageUrls: string[];
}

export interface PostDraft extends PostText {
  title: string;
  isAnonymous: boolean;
  extra?: PostExtras;
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
  if (!input.imageUrls.every(isOwnImage)) throw fieldError('imageUrls', TEXTS.imageForeign);
  const content = readContent(input.content);
  if (isBlank(content)) throw fieldError('content', required);
  const given = input.imageUrls.map(fullImageUrl);
  const imageUrls = [...new Set([...given, ...content.imageUrls.map(fullImageUrl)])];
  if (imageUrls.length > LIMITS.imagesPerPost) throw fieldError('imageUrls', TEXTS.imageTooMany);
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
     * one gets a random id, a time cut to the minute and a sealed author.
     */
    async store(
      actor: Actor,
      board: WritableBoard,
      draft: PostDraft,
      also: Also = nothing,
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
      head: ChangeablePost,
      draft: PostText & Pick<PostDraft, 'title' | 'extra'> & { otherImages?: OtherImages },
      also: Also = nothing,
    ): Promise<void> {
      const values: PostChange = {
        title: draft.title,
        content: draft.content.html,
        contentText: draft.content.text,
        imageUrls: draft.imageUrls,
        updatedAt: storedTime(head.isAnonymous, clock.now()),
        ...draft.extra,
      };
      await live.transaction(async (tx, emit) => {
        if (!(await updatePost(tx, head, values))) throw new AppError('POST_NOT_FOUND');
        const others = (await draft.otherImages?.(tx)) ?? [];
        const imageUrls = [...draft.imageUrls, ...others];
        await attach(tx, actor, { postId: head.id, imageUrls, isAnonymous: head.isAnonymous });
        await also(tx, head.id, emit);
      });
    },
  };

  function rowOf(
    { memberId }: Actor,
    { boardType, lectureId }: WritableBoard,
    draft: PostDraft,
    now: Date,
  ): NewPost {
    return {
      boardType,
      lectureId,
      anonymous: draft.isAnonymous,
      ...storedAuthor(draft.isAnonymous, { memberId, seal: seal.seal(memberId) }),
      createdAt: storedTime(draft.isAnonymous, now),
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
    const id = await insertPost(tx, isAnonymous ? { ...post, id: drawAnonymousId() } : post);
    if (id !== null) return id;
  }
  throw new Error('no free id for an anonymous post');
}
