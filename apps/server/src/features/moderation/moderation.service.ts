import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { addSeconds } from '../../platform/clock.ts';
import { countEach } from '../../platform/turns.ts';
import type { Tools } from '../tools.ts';
import type { RevealEmails, SuspensionEmails } from './moderation.emails.ts';
import { createRemoved } from './removed.ts';
import {
  type DueNotice,
  findIdentity,
  findSealedAuthor,
  listDueNotices,
  markAuthorNotified,
} from './reveals.repo.ts';
import { createReveals } from './reveals.ts';
import { createSuspensions } from './suspension.ts';

const DAY = 24 * 60 * 60;

type RevealNoticeDeps = Pick<
  Tools,
  'db' | 'clock' | 'seal' | 'live' | 'notifications' | 'emailQueue'
> & {
  emails: RevealEmails;
};

/** Notifies authors, also by e-mail, that their name was revealed 30 days ago. */
function createRevealNotices(deps: RevealNoticeDeps) {
  const { db, clock, seal, live, notifications, emailQueue, emails } = deps;

  /** False when another server was faster. A withdrawn author is not notified. */
  async function notify(tx: Tx, emit: Emit, due: DueNotice): Promise<boolean> {
    if (!(await markAuthorNotified(tx, due.id, clock.now()))) return false;
    // Requests approved by an earlier version stored no seal.
    const sealed = due.authorSeal ?? (await findSealedAuthor(tx, due))?.authorSeal ?? null;
    const authorId = sealed === null ? null : seal.open(sealed);
    const author = authorId === null ? null : await findIdentity(tx, authorId);
    if (author === null) return true;
    await notifications.notify(tx, emit, { kind: 'authorRevealed', facts: null, to: [author.id] });
    await emailQueue.enqueue(tx, emails.authorRevealed(author.email));
    return true;
  }

  return {
    /**
     * Returns how many reveals were reported to their authors. Rethrows an unexpected error once the
     * other authors are notified.
     */
    async notifyAuthors(): Promise<number> {
      const before = addSeconds(clock.now(), -LIMITS.revealNoticeDays * DAY);
      return countEach(await listDueNotices(db, before), (due) =>
        live.transaction((tx, emit) => notify(tx, emit, due)),
      );
    },
  };
}

type Deps = Parameters<typeof createRemoved>[0] &
  Parameters<typeof createReveals>[0] &
  Omit<Parameters<typeof createSuspensions>[0], 'emails'> &
  Omit<Parameters<typeof createRevealNotices>[0], 'emails'> & {
    emails: SuspensionEmails & RevealEmails;
  };

export type ModerationService = ReturnType<typeof createModerationService>;

export function createModerationService(deps: Deps) {
  return {
    ...createSuspensions(deps),
    ...createRemoved(deps),
    ...createReveals(deps),
    ...createRevealNotices(deps),
  };
}
