import { TEXTS } from '@naru/contract/texts';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/duplicates.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';
import { updateNickname } from './credentials.repo.ts';

interface Deps {
  db: Db;
  sessions: Pick<SessionsService, 'getOwner'>;
}

/**
 * Changes the own nickname; another case of it is no other nickname. Throws DUPLICATE when it is taken
 * or reserved; of several members who want one at once, one gets it.
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
