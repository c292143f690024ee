import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import { addDays, kstDay, startOfKstDay } from '../../platform/clock.ts';
import { countOtherPins, lockPins, setPin } from '../posts/pins.repo.ts';
import type { SourceArticle } from './article.ts';
import type { StoringTools } from './article-storing.ts';
import { authoriseImportedPin } from './articles.policy.ts';
import { findImported, type Imported, updateImported } from './articles.repo.ts';
import type { ArticleSource } from './import-articles.ts';

/** A pin ends so many days after its source showed it last, because not each reading names each article. */
const PIN_DAYS = 30;

/**
 * Takes over the pins of a source and takes them away; those that staff set or ended stay so. A board that
 * has its five pins gets no more.
 */
export function createArticlePins<Emit>({ clock, live }: StoringTools<Emit>) {
  /** Returns whether the pin changed; renewing it is no change. */
  return async (
    { key: sourceKey }: Pick<ArticleSource, 'key'>,
    { sourceId, isPinned }: SourceArticle,
    before: Imported | undefined,
  ): Promise<boolean> => {
    const today = kstDay(clock.now());
    const until = startOfKstDay(addDays(today, PIN_DAYS + 1));
    const isDue = ({ pinned, isPostPinned, pinnedUntil }: Imported) =>
      pinned && isPostPinned && pinnedUntil !== null && pinnedUntil < until;
    const isWanted = (before?.pinned ?? false) !== isPinned || (isPinned && before && isDue(before));
    if (!isWanted) return false;
    return live.transaction(async (tx) => {
      await lockPins(tx);
      const stored = (await findImported(tx, sourceKey, [sourceId])).get(sourceId);
      if (stored === undefined || stored.isGone) return false;
      const change = (pinned: boolean) => updateImported(tx, { sourceKey, sourceId }, { pinned });
      if (!isPinned) {
        if (!stored.pinned) return false;
        if (stored.isPostPinned) await pin(tx, stored, null);
        await change(false);
        return true;
      }
      if (stored.pinned) {
        if (isDue(stored)) await pin(tx, stored, until);
        return false;
      }
      if (stored.isPostPinned || !(await pin(tx, stored, until))) return false;
      await change(true);
      return true;
    });
  };

  /** False for a board that is full. */
  async function pin(
    tx: Tx,
    { postId, boardType }: Imported,
    until: Date | null,
  ): Promise<boolean> {
    if (postId === null || boardType === null) return false;
    const post = authoriseImportedPin(postId, boardType);
    const isFull = until !== null && (await countOtherPins(tx, post)) >= LIMITS.pinsPerBoard;
    return !isFull && setPin(tx, post, until);
  }
}
