import { BOARDS, type BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { countOtherPins, lockPins, setPin } from '../../../domain/posts/pins.repo.ts';
import type { Actor } from '../../../platform/actor.ts';
import { addDays, kstDay, startOfKstDay } from '../../../platform/clock.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Tools } from '../../tools.ts';
import { authoriseChange, authorisePin } from '../posts.policy.ts';
import { bumpItem, endPins, findExpiry, findPostAccess, findTrade } from './change.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  audit: Pick<AuditService, 'record'>;
}

export type PinNew = ReturnType<typeof createPostPlaces>['pinNew'];

const endOf = (until: string) => startOfKstDay(addDays(until, 1));

/**
 * Where posts stand on their board: staff pin them at its top until the end of a Korean day, sellers move
 * their items there.
 */
export function createPostPlaces({ db, clock, seal, audit }: Deps) {
  return {
    /**
     * `until` is the last day of the pin. Throws POST_NOT_FOUND, also for a lecture post,
     * PERMISSION_DENIED, PIN_LIMIT, and VALIDATION_FAILED for a day in the past or too far ahead and for
     * an expired notice.
     */
    async pin(actor: Actor, id: number, until: string): Promise<void> {
      const post = await findPinnable(actor, id);
      const today = kstDay(clock.now());
      if (until < today || until > addDays(today, LIMITS.pinDays)) {
        throw fieldError('until', TEXTS.pinUntilRange);
      }
      const { boardType } = post;
      await db.transaction(async (tx) => {
        await lockPins(tx);
        const expiresAt = await findExpiry(tx, post);
        if (expiresAt !== null && expiresAt <= clock.now()) {
          throw fieldError('until', TEXTS.noticeExpired);
        }
        if ((await countOtherPins(tx, post)) >= LIMITS.pinsPerBoard) {
          throw new AppError('PIN_LIMIT');
        }
        if (!(await setPin(tx, post, endOf(until)))) throw new AppError('POST_NOT_FOUND');
        await audit.record(tx, actor, {
          action: 'post.pin',
          targetId: id,
          detail: { boardType, until },
        });
      });
    },

    /** Idempotent. Throws POST_NOT_FOUND and PERMISSION_DENIED. */
    async unpin(actor: Actor, id: number): Promise<void> {
      const post = await findPinnable(actor, id);
      const { boardType } = post;
      await db.transaction(async (tx) => {
        await lockPins(tx);
        if (!(await setPin(tx, post, null))) throw new AppError('POST_NOT_FOUND');
        const detail = { boardType };
        await audit.record(tx, actor, { action: 'post.unpin', targetId: id, detail });
      });
    },

    /**
     * Pins a post in the transaction that publishes it. A board that has its five pins, or a day that
     * is over, leaves it unpinned.
     */
    async pinNew(
      tx: Tx,
      actor: Actor,
      found: { id: number; boardType: BoardType },
      until: string,
    ): Promise<void> {
      const post = authorisePin(found, actor);
      await lockPins(tx);
      const isFull = (await countOtherPins(tx, post)) >= LIMITS.pinsPerBoard;
      if (isFull || until < kstDay(clock.now())) return;
      await setPin(tx, post, endOf(until));
      const detail = { boardType: post.boardType, until };
      await audit.record(tx, actor, { action: 'post.pin', targetId: post.id, detail });
    },

    /**
     * Moves an own item to the top of the market, not on the day of its writing. Throws POST_NOT_FOUND for
     * anything but an item, PERMISSION_DENIED, CONTENT_BLINDED, ITEM_SOLD, ITEM_BUMPED.
     */
    async bump(actor: Actor, id: number): Promise<void> {
      const self = viewerOf(seal, actor);
      const found = await findPostAccess(db, self, id);
      const trade = found && (await findTrade(db, id));
      if (found === null || trade === null || !isItem(trade.boardType)) {
        throw new AppError('POST_NOT_FOUND');
      }
      const item = authoriseChange(found, self);
      if (trade.tradeStatus === 'SOLD') throw new AppError('ITEM_SOLD');
      const now = clock.now();
      if (!(await bumpItem(db, item, { now, today: startOfKstDay(kstDay(now)) }))) {
        throw new AppError('ITEM_BUMPED');
      }
    },

    /** Ends the pins whose last day is over and those of expired notices; returns how many. */
    endPins: () => endPins(db, clock.now()),
  };

  async function findPinnable(actor: Actor, id: number) {
    const found = await findPostAccess(db, viewerOf(seal, actor), id);
    if (found === null || found.lectureId !== null) throw new AppError('POST_NOT_FOUND');
    return authorisePin(found, actor);
  }
}

function isItem(boardType: string): boolean {
  return BOARDS[boardType as BoardType]?.form === 'item';
}
