import { TEXTS } from '@naru/contract/texts';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';
import { updateNickname } from './credentials.repo.ts';

interface Deps {
  db: Db;
  sessions: Pick<SessionsService, 'getOwner'>;
}

/**
 * Changing only the case is allowed. Throws DUPLICATE when the nickname is taken or reserved, also
 * to the losers of a race.
 */
export function createNicknameChange({ db, sessions }: Deps) {
  return async (actor: Actor, nickname: string): Promise<void> => {
    const owner = await sessions.getOwner(actor);
    const isSame = owner.nickname.toLowerCase() === nickname.toLowerCase();
    if (!isSame) refuseDuplicates(await findDuplicates(db, { nickname }));
    try {
      await updateNickname(db, actor.memberId, nickname);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      refuseDuplicates([{ field: 'nickname', message: TEXTS.nicknameTaken }]);
    }
  };
}
