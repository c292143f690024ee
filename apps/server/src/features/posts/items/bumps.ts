import { BOARDS, type BoardType } from '@naru/contract/boards';
import { viewerOf } from '../../../domain/access/room-access.ts';
import type { Actor } from '../../../platform/actor.ts';
import { kstDay, startOfKstDay } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tools } from '../../../wiring/tools.ts';
import { authoriseChange } from '../posts.policy.ts';
import { findPostHead } from '../writing/write.repo.ts';
import { bumpItem, findTrade } from './bumps.repo.ts';

export function createPostBumps({ db, clock, seal }: Pick<Tools, 'db' | 'clock' | 'seal'>) {
  return {
    /**
     * Moves an own item to the top of the market, not on the day of its writing. Throws POST_NOT_FOUND for
     * anything but an item, PERMISSION_DENIED, CONTENT_BLINDED, ITEM_SOLD, ITEM_BUMPED.
     */
    async bump(actor: Actor, id: number): Promise<void> {
      const self = viewerOf(seal, actor);
      const head = await findPostHead(db, self, id);
      const trade = head && (await findTrade(db, id));
      if (head === null || trade === null || !isItem(trade.boardType)) {
        throw new AppError('POST_NOT_FOUND');
      }
      const item = authoriseChange(head, self);
      if (trade.tradeStatus === 'SOLD') throw new AppError('ITEM_SOLD');
      const now = clock.now();
      if (!(await bumpItem(db, item, { now, today: startOfKstDay(kstDay(now)) }))) {
        throw new AppError('ITEM_BUMPED');
      }
    },
  };
}

function isItem(boardType: string): boolean {
  return BOARDS[boardType as BoardType]?.form === 'item';
}
