import { isNoticeBoard } from '@naru/contract/boards';
import type { Tx } from '../../db/client.ts';
import { blind, type ContentKey, lockContent, unblind } from '../../domain/posts/blinds.repo.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Tools } from '../../tools.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { countReporters } from './blinds.repo.ts';

interface Deps extends Pick<Tools, 'clock' | 'notifications'> {
  settings: Pick<SettingsService, 'getBlindAfter'>;
}

export type Blinds = ReturnType<typeof createBlinds>;

/** Hides posts and comments that many members report, until staff decide. */
export function createBlinds({ clock, notifications, settings }: Deps) {
  function tell(
    tx: Tx,
    emit: Emit,
    { type, id }: ContentKey,
    what: 'Blinded' | 'Unblinded',
    actorId: number,
  ): Promise<void> {
    return type === 'POST'
      ? notifications[`post${what}`](tx, emit, { postId: id, actorId })
      : notifications[`comment${what}`](tx, emit, { commentId: id, actorId });
  }

  return {
    /** Call after a report was stored: blinds its target when enough members reported it. */
    async reportStored(tx: Tx, emit: Emit, target: ContentKey, reporterId: number): Promise<void> {
      const needed = await settings.getBlindAfter(tx);
      if (needed === 0) return;
      // The lock makes the count exact: of two last reports the second sees the first.
      const content = await lockContent(tx, target);
      if (content === null || content.blindedAt !== null) return;
      // A group of members must not be able to hide announcements.
      if (target.type === 'POST' && isNoticeBoard(content.boardType)) return;
      const now = clock.now();
      if ((await countReporters(tx, target, now)) < needed) return;
      await blind(tx, target, now);
      await tell(tx, emit, target, 'Blinded', reporterId);
    },

    /** Shows the text to everybody again; false when it was not blinded. */
    async lift(tx: Tx, emit: Emit, target: ContentKey, actorId: number): Promise<boolean> {
      if ((await lockContent(tx, target)) === null) return false;
      if (!(await unblind(tx, target))) return false;
      await tell(tx, emit, target, 'Unblinded', actorId);
      return true;
    },
  };
}
