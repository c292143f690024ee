import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import { addDays, kstDay, startOfKstDay } from '../../platform/clock.ts';
import { countOtherPins, lockPins, setPin } from '../posts/pins.repo.ts';
import type { ArticleSource, SourceArticle } from './article.ts';
import type { StoringTools } from './article-storing.ts';
import { authoriseImportedPin } from './articles.policy.ts';
import { findImported, type Imported, updateImported } from './articles.repo.ts';

/** Days until a pin ends after the source last listed it as pinned: not each reading lists each article. */
const PIN_DAYS = 30;

/**
 * Pins and unpins articles as their source does; pins that staff set or ended stay. A board with five pins
 * gets no more.
 */
export function createArticlePins<Emit>({ clock, live }: StoringTools<Emit>) {
  /** Returns whether the pin changed; renewing it is no change. */
  return async (
    { key: sourceKey }: Pick<ArticleSource, 'key'>,
    { sourceId, isPinned }: SourceArticle,
    before: Imported | undefined,
  ): Promise<boolean> => {
    const until = startOfKstDay(addDays(kstDay(clock.now()), PIN_DAYS + 1));
    const isSame = (before?.pinned ?? false) === isPinned;
    if (isSame && !(before && isEnding(before, until))) return false;
    return live.transaction(async (tx) => {
      await lockPins(tx);
      const stored = (await findImported(tx, sourceKey, [sourceId])).get(sourceId);
      if (stored === undefined || stored.isGone || stored.isOthers) return false;
      const isChanged = await (isPinned ? pin(tx, stored, until) : unpin(tx, stored));
      if (isChanged) await updateImported(tx, { sourceKey, sourceId }, { pinned: isPinned });
      return isChanged;
    });
  };
}

/** Whether an importer set the pin and last renewed it on an earlier day. */
function isEnding({ pinned, isPostPinned, pinnedUntil }: Imported, until: Date): boolean {
  return pinned && isPostPinned && pinnedUntil !== null && pinnedUntil < until;
}

async function pin(tx: Tx, stored: Imported, until: Date): Promise<boolean> {
  const post = postOf(stored);
  if (isEnding(stored, until)) await setPin(tx, post, until);
  if (stored.pinned || stored.isPostPinned) return false;
  if ((await countOtherPins(tx, post)) >= LIMITS.pinsPerBoard) return false;
  return setPin(tx, post, until);
}

async function unpin(tx: Tx, stored: Imported): Promise<boolean> {
  if (stored.pinned && stored.isPostPinned) await setPin(tx, postOf(stored), null);
  return stored.pinned;
}

function postOf({ postId, boardType }: Imported) {
  if (postId === null || boardType === null) throw new Error('the post is erased');
  return authoriseImportedPin(postId, boardType);
}
