import { isNoticeBoard } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import {
  insertStaffAction,
  type NewStaffAction,
} from '../../domain/moderation/staff-actions.sql.ts';
import { staffRoleOf } from '../../domain/moderation/staff-actions.ts';
import { blind, type ContentKey, lockContent, unblind } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Tools } from '../tools.ts';
import { countReporters } from './contents.repo.ts';

interface Deps extends Pick<Tools, 'clock' | 'notifications'> {
  settings: Pick<SettingsService, 'getBlindAfter'>;
}

export type Blinds = ReturnType<typeof createBlinds>;

/** Hides posts and comments that many members report, until staff decide. */
export function createBlinds({ clock, notifications, settings }: Deps) {
  /** The author of a course review reads it beside the review. */
  async function notify(
    tx: Tx,
    emit: Emit,
    { type, id }: ContentKey,
    what: 'Blinded' | 'Unblinded',
    actorId: number,
  ): Promise<void> {
    if (type === 'COURSE_REVIEW') return;
    if (type === 'COMMENT') {
      return notifications[`comment${what}`](tx, emit, { commentId: id, actorId });
    }
    await notifications[`post${what}`](tx, emit, { postId: id, actorId });
    await notifications.debtChanged(tx, emit, id);
  }

  /** The author reads it on my page, and objects there while the content is hidden. */
  function note(
    tx: Tx,
    { type, id }: ContentKey,
    what: Pick<NewStaffAction, 'action' | 'reason' | 'office'>,
  ): Promise<number> {
    const target = { targetType: type, targetId: id, createdAt: clock.now() };
    return insertStaffAction(tx, { ...target, ...what });
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
      if (target.type === 'POST' && content.boardType && isNoticeBoard(content.boardType)) return;
      const now = clock.now();
      if ((await countReporters(tx, target, now)) < needed) return;
      await blind(tx, target, now);
      await note(tx, target, { action: 'HIDDEN', reason: TEXTS.blindReason, office: null });
      await notify(tx, emit, target, 'Blinded', reporterId);
    },

    /** Shows the text to everybody again; false when it was not blinded. */
    async lift(
      tx: Tx,
      emit: Emit,
      actor: Actor,
      { reason, ...target }: ContentKey & { reason: string },
    ): Promise<boolean> {
      if ((await lockContent(tx, target)) === null) return false;
      if (!(await unblind(tx, target))) return false;
      await note(tx, target, { action: 'RESTORED', reason, office: staffRoleOf(actor) });
      await notify(tx, emit, target, 'Unblinded', actor.memberId);
      return true;
    },
  };
}
