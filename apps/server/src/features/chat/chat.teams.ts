import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Tools } from '../tools.ts';
import { enterRoom, findTeamRoom, openRoom, removeFromRoom } from './chat.groups.repo.ts';
import { emitRead } from './chat.read.ts';

/** The chat room that each team has from its first member on; the feature of teams decides who is in it. */
export function createChatTeams({ clock }: Pick<Tools, 'clock'>) {
  return {
    /** Lets a member into the room, and with the first one its founder; returns its id. */
    async enterTeam(tx: Tx, teamId: number, memberId: number, founderId: number | null = null) {
      const { roomId, isNew } = await openRoom(tx, { teamId }, clock.now());
      if (isNew && founderId !== null) await enterRoom(tx, { roomId, memberId: founderId });
      await enterRoom(tx, { roomId, memberId });
      return roomId;
    },

    /** Takes a member who is no longer of the team out of its room. */
    async removeFromTeam(tx: Tx, emit: Emit, teamId: number, memberId: number): Promise<void> {
      if ((await findTeamRoom(tx, teamId)) === null) return;
      const { roomId } = await openRoom(tx, { teamId }, clock.now());
      const readId = await removeFromRoom(tx, { roomId, memberId }, clock.now());
      await emitRead(emit, memberId, { roomId, memberId, readId });
    },
  };
}
