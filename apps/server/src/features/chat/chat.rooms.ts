import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { fieldError, found } from '../../platform/errors.ts';
import { countFitting } from '../../platform/fitting.ts';
import type { Tools } from '../tools.ts';
import type { ChatPictures } from '../uploads/uploads.service.ts';
import { createTermCheck, type TermDeps } from './chat.lectures.ts';
import { prepareListMessages } from './chat.messages.repo.ts';
import { presentMessage, presentRoom, presentSender } from './chat.present.ts';
import { countNewMessages, listRooms, prepareFindView } from './chat.read.repo.ts';
import { searchMessages } from './chat.search.repo.ts';

const NEWEST = Number.MAX_SAFE_INTEGER;

export interface ChatRoomDeps extends TermDeps, Pick<Tools, 'db' | 'throttle' | 'memberRates'> {
  files: Pick<ChatPictures, 'urlOf'>;
}

/** Reads the actor's own rooms; all others look as if they did not exist. */
export function createChatRooms(deps: ChatRoomDeps) {
  const { db, clock, throttle, memberRates, files } = deps;
  const findView = prepareFindView(db);
  const listMessages = prepareListMessages(db);
  const checkTerms = createTermCheck(deps);

  /** Throws ROOM_NOT_FOUND, and VALIDATION_FAILED for a message of another room. */
  async function requireView(roomId: number, memberId: number, beforeId: number | undefined) {
    const place = { roomId, memberId, beforeId: beforeId ?? null };
    const view = found(await findView(place), 'ROOM_NOT_FOUND');
    if (beforeId !== undefined && !view.isAnchor) throw fieldError('beforeId', TEXTS.valueInvalid);
    return view;
  }

  return {
    /** Sorted by newest message. */
    async listRooms(actor: Actor) {
      const now = clock.now();
      const rows = await listRooms(db, actor.memberId);
      const isOver = await checkTerms(
        db,
        rows.map(({ lecture }) => lecture),
      );
      return rows.map((row) => presentRoom(row, { actor, now, isTermOver: isOver(row.lecture) }));
    },

    /** Unread messages, for the badge of the header. */
    countNew: (memberId: number) => countNewMessages(db, memberId),

    /**
     * Up to `size` messages before `beforeId`, newest first, fewer where they are very long; none from before
     * the actor left the room. Throws ROOM_NOT_FOUND, VALIDATION_FAILED.
     */
    async listMessages(
      actor: Actor,
      roomId: number,
      { beforeId, size }: { beforeId?: number | undefined; size: number },
    ) {
      const { memberId } = actor;
      const { hiddenId: afterId, ...view } = await requireView(roomId, memberId, beforeId);
      const reader = { memberId, partnerId: view.partnerId };
      const isOfMany = view.partnerId === null;
      const limit = size + 1;
      const range = { roomId, memberId, afterId, beforeId: beforeId ?? NEWEST, limit };
      const rows = await listMessages(range);
      const newest = rows
        .slice(0, size)
        .map((row) => presentMessage(row, { isOfMany, urlOf: (id) => files.urlOf(id, reader) }));
      const messages = newest.slice(0, countFitting(newest, LIMITS.pageBytes));
      return {
        messages,
        last: messages.length === rows.length,
        partnerReadId: view.partnerReadId,
      };
    },

    /**
     * Searches 5,000 messages before `beforeId` that the actor sees, for up to 30 hits, newest first,
     * fewer where they are very long.
     * Throws ROOM_NOT_FOUND, VALIDATION_FAILED, TOO_MANY_REQUESTS.
     */
    async search(
      { memberId }: Actor,
      roomId: number,
      { query, beforeId }: { query: string; beforeId?: number | undefined },
    ) {
      const view = await requireView(roomId, memberId, beforeId);
      await throttle.hit(
        db,
        `mail search ${memberId}`,
        memberRates.messageSearches,
        'TOO_MANY_REQUESTS',
      );
      const [messages, most] = [LIMITS.chatSearchMessages, LIMITS.chatSearchHits];
      const before = beforeId ?? NEWEST;
      const range = { afterId: view.hiddenId, beforeId: before, messages, hits: most };
      const { hits, total, oldestId } = await searchMessages(db, {
        roomId,
        memberId,
        query,
        ...range,
      });
      const all = hits.map(({ id, senderId, content, createdAt, ...row }) => {
        const sender = view.partnerId === null ? presentSender(row) : null;
        return { id, senderId, sender, content, date: toKst(createdAt) };
      });
      const shown = all.slice(0, countFitting(all, LIMITS.pageBytes));
      const isFull = all.length === most || shown.length < all.length;
      const rest = total === messages ? oldestId : null;
      return { hits: shown, nextBeforeId: isFull ? (shown.at(-1)?.id ?? null) : rest };
    },
  };
}
