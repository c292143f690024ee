import type { ChatReaction } from '@naru/contract/chat';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../tools.ts';
import { createTermCheck, type TermDeps } from './chat.lectures.ts';
import { findMessage, type MessageRow } from './chat.messages.repo.ts';
import { authoriseReact, authoriseSend, requireMessage, requireRoom } from './chat.policy.ts';
import { presentMember, reactionsFor } from './chat.present.ts';
import {
  deleteReaction,
  listReactingMembers,
  listReactions,
  saveReaction,
} from './chat.reactions.repo.ts';
import { prepareListRecipients, prepareReadRoom } from './chat.read.repo.ts';
import { prepareLockRoom } from './chat.repo.ts';

export type ChatReactionDeps = TermDeps & Pick<Tools, 'db' | 'live' | 'throttle' | 'memberRates'>;

/** Each call locks the room, so that pages get the counts of a message in the order of its changes. */
export function createChatReactions(deps: ChatReactionDeps) {
  const { db, clock, live, throttle, memberRates } = deps;
  const lockRoom = prepareLockRoom(db);
  const readRoom = prepareReadRoom(db);
  const listRecipients = prepareListRecipients(db);
  const checkTerms = createTermCheck(deps);

  /** Throws ROOM_NOT_FOUND, MESSAGE_NOT_FOUND. */
  async function enter(tx: Tx, memberId: number, roomId: number, messageId: number) {
    await lockRoom(memberId, roomId)(tx);
    const room = requireRoom(await readRoom({ memberId, roomId, clientId: null })(tx));
    const message = requireMessage(await findMessage(tx, room.side, messageId));
    return { room, message };
  }

  function change(
    { memberId }: Actor,
    place: { roomId: number; messageId: number },
    write: (tx: Tx, found: Awaited<ReturnType<typeof enter>>) => Promise<boolean>,
  ) {
    const { roomId, messageId } = place;
    return live.transaction(async (tx, emit) => {
      const found = await enter(tx, memberId, roomId, messageId);
      const isChanged = await write(tx, found);
      const rows = await listReactions(tx, messageId);
      const readers = isChanged ? await readersOf(tx, { memberId, roomId }, found.message) : [];
      for (const id of readers) {
        const reactions = reactionsFor(rows, id);
        await emit(id, { type: 'mail-reacted', roomId, messageId, reactions });
      }
      return { reactions: reactionsFor(rows, memberId) };
    });
  }

  /** Members whose open pages show the message; its sender alone when it is withheld. */
  async function readersOf(
    tx: Tx,
    place: { memberId: number; roomId: number },
    { senderId, isWithheld }: MessageRow,
  ): Promise<number[]> {
    const recipients = await listRecipients({ ...place, replyToId: null })(tx);
    return recipients
      .filter((one) => one.isIn && !one.isBlocker && (!isWithheld || one.memberId === senderId))
      .map(({ memberId }) => memberId);
  }

  return {
    /**
     * Shows a reaction of the actor at a message, in place of an earlier one. Notifies nobody but open pages.
     * Throws ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, MAIL_THROTTLED, and what `send` throws about the partner.
     */
    react(actor: Actor, roomId: number, messageId: number, reaction: ChatReaction) {
      const { memberId } = actor;
      return change(actor, { roomId, messageId }, async (tx, { room, message }) => {
        const now = clock.now();
        const isTermOver = (await checkTerms(tx, [room.lecture]))(room.lecture);
        const sender = authoriseSend(room.side, { ...room, isTermOver }, now);
        const allowed = authoriseReact(sender, message);
        await throttle.hit(tx, `mail reaction:${memberId}`, memberRates.messages, 'MAIL_THROTTLED');
        return saveReaction(tx, allowed, { memberId, reaction, createdAt: now });
      });
    },

    /** Takes the actor's reaction away. Throws ROOM_NOT_FOUND, MESSAGE_NOT_FOUND. */
    unreact(actor: Actor, roomId: number, messageId: number) {
      const place = { messageId, memberId: actor.memberId };
      return change(actor, { roomId, messageId }, (tx) => deleteReaction(tx, place));
    },

    /** Who shows which reaction. Throws ROOM_NOT_FOUND, MESSAGE_NOT_FOUND. */
    async listReactions({ memberId }: Actor, roomId: number, messageId: number) {
      const room = requireRoom(await readRoom({ memberId, roomId, clientId: null })(db));
      requireMessage(await findMessage(db, room.side, messageId));
      const now = clock.now();
      const rows = await listReactingMembers(db, { messageId, memberId });
      const reactions = rows.map(({ reaction, ...row }) => ({
        reaction,
        member: presentMember(row, now),
      }));
      return { reactions };
    },
  };
}
