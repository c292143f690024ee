import { foldText } from '@naru/contract/alert-words';
import { LIMITS } from '@naru/contract/limits';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { deleteWord, insertWord, listWords, lockWords } from './follows.words.repo.ts';

/** Words that members follow in new posts; every call may be repeated. */
export function createAlertWords({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  const wordsOf = async (memberId: number) =>
    (await listWords(db, memberId)).map(({ word }) => word);

  return {
    list: ({ memberId }: Actor): Promise<string[]> => wordsOf(memberId),

    /** Returns all words. Throws ALERT_WORDS_FULL beyond `LIMITS.alertWords`. */
    async add({ memberId }: Actor, word: string): Promise<string[]> {
      const folded = foldText(word);
      await db.transaction(async (tx) => {
        await lockWords(tx, memberId);
        const words = await listWords(tx, memberId);
        if (words.some((one) => one.folded === folded)) return;
        if (words.length >= LIMITS.alertWords) throw new AppError('ALERT_WORDS_FULL');
        await insertWord(tx, { memberId, word, folded, createdAt: clock.now() });
      });
      return wordsOf(memberId);
    },

    /** Returns all words. */
    async remove({ memberId }: Actor, word: string): Promise<string[]> {
      await deleteWord(db, memberId, foldText(word));
      return wordsOf(memberId);
    },
  };
}
