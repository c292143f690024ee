import type { Tx } from '../../db/client.ts';
import type { Tools } from '../tools.ts';
import { enterLectureRoom } from './chat.lectures.repo.ts';
import { lockTeamRoom, openTeamRoom, removeFromRoom } from './chat.teams.repo.ts';

/** The chat room that each team has from its first member on; the feature of teams decides who is in it. */
export function createChatTeams({ clock }: Pick<Tools, 'clock'>) {
  return {
    /** Lets members into the room, which is opened if there is none; returns its id. */
    async enterTeam(tx: Tx, teamId: number, memberIds: readonly number[]): Promise<number> {
      const roomId = await openTeamRoom(tx, teamId, clock.now());
      for (const memberId of memberIds) await enterLectureRoom(tx, { roomId, memberId });
      return roomId;
    },

    /** Takes a member who is no longer of the team out of its room. */
    async removeFromTeam(tx: Tx, teamId: number, memberId: number): Promise<void> {
      const roomId = await lockTeamRoom(tx, teamId);
      if (roomId !== null) await removeFromRoom(tx, { roomId, memberId }, clock.now());
    },
  };
}
