import type { LinkCard } from '@naru/contract/link-cards';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { isMasked } from '../../../domain/authorship/mask.ts';
import type { Actor } from '../../../platform/actor.ts';
import { toKst } from '../../../platform/clock.ts';
import type { Tools } from '../../../wiring/tools.ts';
import { listCards } from './cards.repo.ts';

/** Cards of posts that other posts link to. */
export function createPostCards({ db, seal }: Pick<Tools, 'db' | 'seal'>) {
  return {
    /** Oldest first; leaves out what the actor may not read, as if it did not exist. */
    async listCards(actor: Actor, ids: readonly number[]): Promise<LinkCard[]> {
      const rows = await listCards(db, viewerOf(seal, actor), ids);
      return rows
        .filter((row) => !isMasked(row))
        .map(({ lectureId, createdAt, isBlocked: _, isAnswered, ...row }) => ({
          ...row,
          lectureRoomId: lectureId,
          createdDate: toKst(createdAt),
          answered: isAnswered,
        }));
    },
  };
}
