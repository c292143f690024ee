import { type BoardType, postBoardName } from '@naru/contract/boards';
import { foldText } from '@naru/contract/folding';
import type { FollowedPost } from '@naru/contract/follows';
import { LIMITS } from '@naru/contract/limits';
import { requireReadable, viewerOf } from '../../domain/access/room-access.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import {
  countFollows,
  deleteBoardFollow,
  deletePostFollow,
  deleteWord,
  findPost,
  insertBoardFollow,
  insertPostFollow,
  insertSealedFollow,
  insertWord,
  listFollowedBoards,
  listFollowedPosts,
  listWords,
  lockFollows,
  lockWords,
} from './follows.repo.ts';

/** Words that members follow in new posts; every call may be repeated. */
function createAlertWords({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  const wordsOf = async (memberId: number) =>
    (await listWords(db, memberId)).map(({ word }) => word);

  return {
    list: ({ memberId }: Actor): Promise<string[]> => wordsOf(memberId),

    /** Returns all words. Throws ALERT_WORDS_FULL beyond `LIMITS.alertWords`. */
    async add({ memberId }: Actor, word: string): Promise<string[]> {
      const folded = foldText(word);
      await db.transaction(async (tx) => {
        await lockWords(tx, memberId);
        const words = await listWords(tx, memberId);
        if (words.some((one) => one.folded === folded)) return;
        if (words.length >= LIMITS.alertWords) throw new AppError('ALERT_WORDS_FULL');
        await insertWord(tx, { memberId, word, folded, createdAt: clock.now() });
      });
      return wordsOf(memberId);
    },

    /** Returns all words. */
    async remove({ memberId }: Actor, word: string): Promise<string[]> {
      await deleteWord(db, memberId, foldText(word));
      return wordsOf(memberId);
    },
  };
}

export type FollowsService = ReturnType<typeof createFollowsService>;

/** Posts, boards and words that members follow; every call may be repeated. */
export function createFollowsService({ db, clock, seal }: Pick<Tools, 'db' | 'clock' | 'seal'>) {
  return {
    words: createAlertWords({ db, clock }),

    async listMine(actor: Actor): Promise<{ posts: FollowedPost[]; boards: BoardType[] }> {
      const rows = await listFollowedPosts(db, viewerOf(seal, actor));
      const posts = rows.map(({ lecture, ...post }) => ({
        ...post,
        place: lecture ?? postBoardName(post.boardType),
      }));
      return { posts, boards: await listFollowedBoards(db, actor.memberId) };
    },

    /**
     * Throws POST_NOT_FOUND, LECTURE_MEMBERS_ONLY, FOLLOW_OWN for an own post, whose author is notified of its
     * comments anyway, and FOLLOWS_FULL beyond `LIMITS.followedPosts`.
     */
    async followPost(actor: Actor, postId: number): Promise<void> {
      const viewer = viewerOf(seal, actor);
      const post = requireReadable(await findPost(db, viewer, postId), 'POST_NOT_FOUND');
      if (post.isAuthor) throw new AppError('FOLLOW_OWN');
      const { memberId } = actor;
      const at = storedTime(post.isAnonymous, clock.now());
      await db.transaction(async (tx) => {
        await lockFollows(tx, memberId);
        if ((await countFollows(tx, viewer, postId)) >= LIMITS.followedPosts) {
          throw new AppError('FOLLOWS_FULL');
        }
        if (!post.isAnonymous) return insertPostFollow(tx, post, { memberId, createdAt: at });
        const { markKey } = viewer;
        return insertSealedFollow(tx, post, { inPost: seal.sealIn(postId, memberId), markKey, at });
      });
    },

    /** Also of a post that the actor may no longer read. */
    unfollowPost(actor: Actor, postId: number): Promise<void> {
      const inPost = seal.sealIn(postId, actor.memberId);
      return deletePostFollow(db, { ...viewerOf(seal, actor), inPost }, postId);
    },

    followBoard: ({ memberId }: Actor, boardType: BoardType): Promise<void> =>
      insertBoardFollow(db, { memberId, boardType, createdAt: clock.now() }),

    unfollowBoard: ({ memberId }: Actor, boardType: BoardType): Promise<void> =>
      deleteBoardFollow(db, memberId, boardType),
  };
}
