import { findBoard } from '@naru/contract/boards';
import type { Me } from '@naru/contract/members';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import { findMe } from './members.repo.ts';

interface Deps {
  db: Db;
  seal: Seal;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService({ db, seal }: Deps) {
  return {
    /** The caller: name, address and counts are for its own eyes (decisions 42, 174). */
    async getMe(actor: Actor): Promise<Me> {
      const row = await findMe(db, actor.memberId, seal.seal(actor.memberId));
      if (row === null) throw new AppError('TOKEN_INVALID');
      const boards = row.favoriteBoards.map((boardType) => findBoard(boardType)?.type ?? null);
      return {
        ...row,
        nickName: row.nickname,
        profileThumbnails: row.profileImageUrl,
        roles: [...actor.roles],
        favoriteBoards: boards.filter((boardType) => boardType !== null),
      };
    },
  };
}
