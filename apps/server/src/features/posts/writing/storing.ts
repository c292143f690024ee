import { isLectureBoard, type PostBoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import { viewerOf } from '../../../domain/access/room-access.ts';
import {
  randomAnonymousId,
  type StoredAuthor,
  storedAuthor,
  storedClientId,
  storedTime,
} from '../../../domain/authorship/author.ts';
import type { Emit } from '../../../domain/live/live.ts';
import {
  type CleanContent,
  findImages,
  fullImageUrl,
  isBlank,
  readContentYielding,
} from '../../../domain/posts/html.ts';
import { isOwnImage } from '../../../domain/posts/html-rules.ts';
import { insertPost, type NewPost, updatePost } from '../../../domain/posts/store.repo.ts';
import type { ChangeablePost, WritableBoard } from '../../../domain/posts/writing.ts';
import type { Actor } from '../../../platform/actor.ts';
import { addSeconds } from '../../../platform/clock.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { Limit } from '../../../platform/rates.ts';
import type { Tools } from '../../tools.ts';
import type { Attachments, OwnCopies, Pictures } from '../../uploads/uploads.service.ts';
import { findOwnPictures, lockPost } from '../items/change.repo.ts';
import type { NoticeValues } from '../notices/notices.ts';
import { checkGroups, checkHead, checkTag, type HeadChoice, type MarketValues } from './parts.ts';
import { findDuplicate, lockWriter } from './store.repo.ts';

/** An identical post within this time is a double submit. */
const DUPLICATE_SECONDS = 5;
/** So long the same text must not stand with and without the name of its author. */
const SAME_TEXT_SECONDS = 24 * 60 * 60;
const ID_ATTEMPTS = 3;
const ANONYMOUS_CUT_SECONDS = 60; // As precise as the stored time of an anonymous post.

export interface PostText {
  content: CleanContent;
  /** URLs of the full-size pictures: those of `imageUrls` and `pictures`, then those in the text. */
  imageUrls: string[];
}

interface PostDraft extends PostText {
  title: string;
  market?: MarketValues;
  notice?: NoticeValues;
  tag?: { lectureTagId?: number | null };
  head?: HeadChoice;
  /** Keys of uploaded files, in order; undefined leaves the stored ones. */
  attachments: readonly string[] | undefined;
}

/** The notice that the post is made from; `take` claims it before any file is locked, and cancels the post by throwing. */
type Scheduled = { id: number | null; take: (tx: Tx) => Promise<void> };

/** Refuses a post by throwing; runs after the search for an earlier one. */
type Allow = (tx: Tx) => Promise<void>;

/** Runs in the transaction that writes the post. */
type InTransaction = (tx: Tx, postId: number, emit: Emit) => Promise<void>;

interface Deps
  extends Pick<
    Tools,
    'clock' | 'seal' | 'live' | 'throttle' | 'memberRates' | 'events' | 'notifications'
  > {
  files: Pick<Pictures, 'attachToPost'>;
  attachments: Pick<Attachments, 'attachToPost'>;
  ownCopies: OwnCopies;
}

/** Of a request: the first picture or a list of all, and those after it. */
interface NamedPictures {
  imageUrls?: string | readonly string[] | undefined;
  pictures?: readonly string[] | undefined;
}

export type PostStoring = ReturnType<typeof createPostStoring>;

/**
 * Sanitises the text and collects the pictures. Throws VALIDATION_FAILED for a blank text (with the
 * message `required`), for pictures on other sites and for more than 20 pictures.
 */
export async function readText(
  input: { content: string } & NamedPictures,
  required: string,
  stored: readonly string[] = [],
): Promise<PostText> {
  const given = picturesOf(input, stored);
  if (!given.every(isOwnImage)) throw fieldError('imageUrls', TEXTS.imageForeign);
  const content = await readContentYielding(input.content);
  if (isBlank(content)) throw fieldError('content', required);
  const imageUrls = [...new Set([...given.map(fullImageUrl), ...content.imageUrls])];
  if (imageUrls.length > LIMITS.imagesPerPost) throw fieldError('imageUrls', TEXTS.imageTooMany);
  return { content, imageUrls };
}

/**
 * The pictures beside the text. What the request does not name stays: an existing client names the first one only.
 */
function picturesOf(
  { imageUrls, pictures }: NamedPictures,
  stored: readonly string[],
): readonly string[] {
  if (imageUrls === undefined) {
    return pictures === undefined ? stored : [...stored.slice(0, 1), ...pictures];
  }
  if (pictures !== undefined) return [imageUrls, pictures].flat(2);
  return typeof imageUrls === 'string' ? [imageUrls, ...stored.slice(1)] : imageUrls;
}

/** The names and properties inside a file could reveal who wrote an anonymous post. */
function requireNoFiles(isAnonymous: boolean, { attachments }: PostDraft): void {
  if (isAnonymous && attachments !== undefined && attachments.length > 0) {
    throw fieldError('attachments', TEXTS.attachmentAnonymous);
  }
}

/** Stores posts of boards and of lecture rooms. */
export function createPostStoring(deps: Deps) {
  const { live, clock, seal, throttle, events, memberRates, files, notifications, ownCopies } =
    deps;

  /**
   * Open and anonymous posts have separate counters: those of a shared one would link a member to
   * an anonymous post in a database dump.
   */
  function rateOf(actor: Actor, { authorSeal }: StoredAuthor): [key: string, Limit] {
    const limit = memberRates.posts;
    return authorSeal === null
      ? [`posts of ${actor.memberId}`, limit]
      : [`posts of ${authorSeal.toString('hex')}`, { ...limit, cutSeconds: ANONYMOUS_CUT_SECONDS }];
  }

  async function limitRate(tx: Tx, actor: Actor, post: NewPost): Promise<void> {
    await throttle.hit(tx, ...rateOf(actor, post), 'POST_THROTTLED');
  }

  /** The same without counting the post. */
  async function requireRate(tx: Tx, actor: Actor, post: NewPost): Promise<void> {
    const [key, limit] = rateOf(actor, post);
    const { count, seconds } = await throttle.peek(tx, key, limit);
    if (count >= limit.max) throw new AppError('POST_THROTTLED', { retryAfter: seconds });
  }

  async function attach(
    tx: Tx,
    actor: Actor,
    use: Pick<PostDraft, 'imageUrls' | 'attachments'> & { postId: number; isAnonymous: boolean },
  ): Promise<void> {
    const { postId, attachments: given, imageUrls, isAnonymous } = use;
    await files.attachToPost(tx, actor, { postId, imageUrls, isAnonymous });
    if (isAnonymous || given === undefined) return;
    await deps.attachments.attachToPost(tx, actor, { postId, given });
  }

  /** Open pages of others are notified of a new post of a community board. */
  async function mentionOnBoard(tx: Tx, type: PostBoardType, author?: StoredAuthor) {
    if (isLectureBoard(type)) return;
    if (author?.authorSeal) return notifications.anonymousPosted(tx, type);
    const event = { boardType: type, ...(author?.authorId && { memberId: author.authorId }) };
    live.afterCommit(tx, () => events.emit('board-posted', event));
  }

  return {
    readText,

    withCopies: deps.ownCopies.ofDraft,

    mentionOnBoard,

    imagesOf: findImages,

    ownPicturesOf: findOwnPictures,

    lockPost,

    /**
     * Returns the existing id when the author sends the same post again within 5 seconds, or at any
     * time under the same client id. An anonymous post gets a random id, a time truncated to the minute
     * and an encrypted author id. Throws POST_THROTTLED above the rate of new posts, IMAGE_NOT_READY,
     * ATTACHMENT_NOT_READY, and VALIDATION_FAILED for files of an anonymous post and for a text that stands
     * with the other anonymity since less than a day. Of a `scheduled` post neither duplicates nor
     * its rate are checked, because its time was chosen before.
     */
    async store(
      actor: Actor,
      board: WritableBoard,
      given: PostDraft & {
        isAnonymous: boolean;
        clientId: string | null;
        scheduled?: Scheduled;
        allow?: Allow;
      },
      inTransaction: InTransaction,
    ): Promise<number> {
      const { isAnonymous } = given;
      requireNoFiles(isAnonymous, given);
      const now = clock.now();
      const self = viewerOf(seal, actor);
      const use = { postId: null, scheduledId: given.scheduled?.id ?? null };
      const copying = await ownCopies.plan(self, given, use);
      const { isCopy } = copying;
      const post: NewPost = {
        boardType: board.boardType,
        lectureId: board.lectureId,
        anonymous: isAnonymous,
        ...storedAuthor(isAnonymous, self),
        createdAt: storedTime(isAnonymous, now),
        clientId: storedClientId(isAnonymous, seal, given.clientId),
        ...columnsOf(given),
      };
      const since = storedTime(isAnonymous, addSeconds(now, -DUPLICATE_SECONDS));
      const sameTextSince = addSeconds(now, -SAME_TEXT_SECONDS);
      /** Returns the id of the post that was sent before; throws for one that is refused. */
      const findEarlier = async (tx: Tx, limit: typeof limitRate) => {
        await lockWriter(tx, actor.memberId);
        // The head of a scheduled post was checked before; it may be retired since.
        if (given.scheduled) return null;
        const earlier = await findDuplicate(tx, post, { self, since, sameTextSince, isCopy });
        if (earlier !== null) return earlier;
        await given.allow?.(tx);
        await limit(tx, actor, post);
        if (given.head) await checkHead(tx, given.head, null);
        await checkGroups(tx, given.notice?.audienceGroups, null);
        return null;
      };
      if (copying.isNeeded) {
        const earlier = await live.transaction(async (tx) => {
          await checkTag(tx, given);
          return findEarlier(tx, requireRate);
        });
        if (earlier !== null) return earlier;
      }
      const draft = copying.isNeeded ? await ownCopies.ofDraft(self, given, use) : given;
      return live.transaction(async (tx, emit) => {
        await given.scheduled?.take(tx);
        const earlier = await findEarlier(tx, limitRate);
        if (earlier !== null) return earlier;
        await checkTag(tx, draft);
        const postId = await insertWithId(tx, { ...post, ...columnsOf(draft) }, isAnonymous);
        await attach(tx, actor, { ...draft, postId, isAnonymous });
        await inTransaction(tx, postId, emit);
        await mentionOnBoard(tx, post.boardType, post);
        return postId;
      });
    },

    /**
     * `before` runs first; `otherImages` returns further pictures shown with the post, such as those of an answer, once
     * it is locked. Throws POST_NOT_FOUND for a post deleted in the meantime, and what `store` throws for uploads.
     */
    async change(
      actor: Actor,
      head: ChangeablePost,
      given: PostDraft & {
        before?: (tx: Tx) => Promise<void>;
        otherImages?: (tx: Tx) => Promise<readonly string[]>;
      },
      inTransaction: InTransaction,
    ): Promise<void> {
      const { id: postId, isAnonymous } = head;
      requireNoFiles(isAnonymous, given);
      const draft = await ownCopies.ofDraft(viewerOf(seal, actor), given, { postId });
      const updatedAt = storedTime(isAnonymous, clock.now());
      await live.transaction(async (tx, emit) => {
        await checkTag(tx, draft);
        if (draft.head) await checkHead(tx, draft.head, { postId });
        await checkGroups(tx, draft.notice?.audienceGroups, { postId });
        await given.before?.(tx);
        if (!(await updatePost(tx, head, { ...columnsOf(draft), updatedAt })))
          throw new AppError('POST_NOT_FOUND');
        const others = (await draft.otherImages?.(tx)) ?? [];
        const imageUrls = [...draft.imageUrls, ...others];
        await attach(tx, actor, { ...draft, postId, imageUrls, isAnonymous });
        await inTransaction(tx, postId, emit);
      });
    },
  };
}

function columnsOf({ title, content, imageUrls, market, notice, tag, head }: PostDraft) {
  const texts = { title, content: content.html, contentText: content.text, imageUrls };
  return { ...texts, ...market, ...notice, ...tag, headId: head?.headId };
}

async function insertWithId(tx: Tx, post: NewPost, isAnonymous: boolean): Promise<number> {
  for (let attempt = 0; attempt < ID_ATTEMPTS; attempt += 1) {
    const id = await insertPost(tx, isAnonymous ? { ...post, id: randomAnonymousId() } : post);
    if (id !== null) return id;
  }
  throw new Error('no free id for an anonymous post');
}
