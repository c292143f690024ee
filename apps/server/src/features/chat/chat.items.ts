import { BOARDS } from '@naru/contract/boards';
import type { ChatItem } from '@naru/contract/chat';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { FriendsService } from '../friends/friends.service.ts';
import type { Tools } from '../tools.ts';
import { type ItemRow, lockItem } from './chat.items.repo.ts';
import { isLeft } from './chat.policy.ts';
import { findPartner } from './chat.read.repo.ts';
import { insertRoom, lockSideWith, reopenSide } from './chat.repo.ts';

const DAILY = { max: LIMITS.itemRoomsPerDay, seconds: 24 * 60 * 60 };

export interface ChatItemDeps extends Pick<Tools, 'db' | 'clock' | 'throttle'> {
  friends: Pick<FriendsService, 'getRelation'>;
}

export function createChatItems({ db, clock, throttle, friends }: ChatItemDeps) {
  return {
    /**
     * Opens the actor's room about an item with its seller, who sees it with the first message; there is
     * one for each item and member, which a repeated call finds and a member who left it gets back.
     * Throws POST_NOT_FOUND, ITEM_SOLD for a new room, ITEM_ROOM_THROTTLED after 10 new ones in a day, and
     * ITEM_ASK_DENIED for the own item, a seller who left and one whom the actor blocks.
     */
    async askSeller({ memberId }: Actor, itemId: number) {
      return db.transaction(async (tx) => {
        const { partnerId, isSold } = await findSeller(tx, memberId, itemId);
        const pair = { memberId, partnerId, itemId };
        const known = await enter(tx, pair);
        if (known !== null) return { roomId: known, isNew: false };
        if (isSold) throw new AppError('ITEM_SOLD');
        const roomId = await insertRoom(tx, pair, clock.now());
        if (roomId === null) {
          // A call at the same time was faster.
          return { roomId: (await enter(tx, pair)) ?? 0, isNew: false };
        }
        await throttle.hit(tx, `item rooms ${memberId}`, DAILY, 'ITEM_ROOM_THROTTLED');
        return { roomId, isNew: true };
      });
    },
  };

  /** Id of the room, into which a member who left it comes back; null when there is none. */
  async function enter(tx: Tx, pair: Parameters<typeof lockSideWith>[1]): Promise<number | null> {
    const side = await lockSideWith(tx, pair);
    if (side?.isOut) await reopenSide(tx, side);
    return side?.roomId ?? null;
  }

  async function findSeller(tx: Tx, memberId: number, itemId: number) {
    const item = await lockItem(tx, itemId);
    const isItem = item !== null && BOARDS[item.boardType as 'FREE']?.form === 'item';
    if (!isItem || item.deletedAt !== null || item.blindedAt !== null) {
      throw new AppError('POST_NOT_FOUND');
    }
    const partnerId = item.sellerId;
    const seller = partnerId === null ? null : await findPartner(tx, partnerId);
    if (partnerId === null || seller === null || partnerId === memberId) {
      throw new AppError('ITEM_ASK_DENIED');
    }
    const { isBlocker } = await friends.getRelation(tx, memberId, partnerId);
    if (isBlocker || isLeft(seller, clock.now())) throw new AppError('ITEM_ASK_DENIED');
    return { partnerId, isSold: item.status === 'SOLD' };
  }
}

export function presentItem(row: ItemRow): ChatItem | null {
  if (row.itemId === null) return null;
  const isGone = row.itemTitle === null || row.itemDeletedAt !== null;
  const isHidden = isGone || row.itemBlindedAt !== null;
  return {
    postId: row.itemId,
    title: isGone ? '' : (row.itemTitle ?? ''),
    price: isGone ? null : row.itemPrice,
    tradeStatus: isGone ? null : row.itemStatus,
    thumbNailUrl: isHidden ? null : row.itemImage,
    isGone,
  };
}
