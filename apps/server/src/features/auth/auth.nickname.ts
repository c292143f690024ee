import { TEXTS } from '@naru/contract/texts';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/duplicates.ts';
import { AppError } from '../../platform/errors.ts';
import { findDuplicates, refuseDuplicates } from './auth.duplicates.ts';
import { findOwner, updateNickname } from './auth.owner.repo.ts';

/**
 * Changes the own nickname; another case of it is no other nickname. Throws DUPLICATE when it is taken
 * or reserved (decisions 31); of several members who want one at once, one gets it (quality CC-08).
 */
export function createNicknameChange({ db }: { db: Db }) {
  return async ({ memberId, sessionId }: Actor, nickname: string): Promise<void> => {
    const owner = await findOwner(db, sessionId);
    if (owner === null) throw new AppError('TOKEN_INVALID');
    const isSame = owner.nickname.toLowerCase() === nickname.toLowerCase();
    if (!isSame) refuseDuplicates(await findDuplicates(db, { nickname }));
    try {
      await updateNickname(db, memberId, nickname);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      refuseDuplicates([{ field: 'nickname', message: TEXTS.nicknameTaken }]);
    }
  };
}
