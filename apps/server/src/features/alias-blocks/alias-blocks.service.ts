import { type AliasBlock, aliasOfNumber, numberOfAlias } from '@naru/contract/alias-blocks';
import { postBoardName } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { lockLivingMember } from '../../domain/access/members.repo.ts';
import { requireReadable, viewerOf } from '../../domain/access/room-access.ts';
import { storedTime } from '../../domain/authorship/author.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import {
  countOthers,
  deleteAliasBlock,
  findThread,
  insertAliasBlock,
  listAliasBlocks,
} from './alias-blocks.repo.ts';

export type AliasBlocksService = ReturnType<typeof createAliasBlocksService>;

type Deps = Pick<Tools, 'db' | 'clock' | 'seal' | 'live'>;

/**
 * Names of anonymous threads that members block for themselves. What is blocked is a name that every
 * reader sees, in its thread only: no author is opened, and nothing changes where it could reveal who it is.
 */
export function createAliasBlocksService({ db, clock, seal, live }: Deps) {
  /** In a transaction of its own: rows of one have its number, and the event names the member. */
  const refreshPages = (memberId: number, postId: number) =>
    live.transaction((_tx, emit) => emit(memberId, { type: 'post', postId }));

  return {
    async listMine(actor: Actor): Promise<AliasBlock[]> {
      const rows = await listAliasBlocks(db, viewerOf(seal, actor));
      return rows.map(({ number, lecture, ...row }) => ({
        alias: aliasOfNumber(number),
        ...row,
        place: lecture ?? postBoardName(row.boardType),
      }));
    },

    /**
     * Repeatable. Throws POST_NOT_FOUND, LECTURE_MEMBERS_ONLY, ALIAS_NOT_FOUND for a name that no text of
     * the thread shows, ALIAS_OWN and ALIAS_BLOCKS_FULL.
     */
    async block(actor: Actor, postId: number, alias: string): Promise<void> {
      const { memberId } = actor;
      const number = numberOfAlias(alias);
      const viewer = viewerOf(seal, actor);
      const found = await findThread(db, viewer, postId, number);
      const thread = requireReadable(found, 'POST_NOT_FOUND');
      if (!thread.hasAlias) throw new AppError('ALIAS_NOT_FOUND');
      if (thread.isOwn) throw new AppError('ALIAS_OWN');
      const block = { memberSeal: viewer.seal, number, createdAt: storedTime(true, clock.now()) };
      await db.transaction(async (tx) => {
        if (!(await lockLivingMember(tx, memberId))) throw new AppError('PERMISSION_DENIED');
        if ((await countOthers(tx, { ...block, postId })) >= LIMITS.aliasBlocks) {
          throw new AppError('ALIAS_BLOCKS_FULL');
        }
        await insertAliasBlock(tx, thread, block);
      });
      await refreshPages(memberId, postId);
    },

    /** Also in a thread that the actor may no longer read. */
    async unblock({ memberId }: Actor, postId: number, alias: string): Promise<void> {
      const memberSeal = seal.seal(memberId);
      await deleteAliasBlock(db, { memberSeal, postId, number: numberOfAlias(alias) });
      await refreshPages(memberId, postId);
    },
  };
}
