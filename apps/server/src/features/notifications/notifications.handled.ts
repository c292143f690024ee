import type { Tx } from '../../db/client.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { HandledContent } from '../../domain/moderation/staff-actions.ts';
import type { DirectFacts } from '../../domain/notifications/notification-kinds.ts';
import type { NotificationOf } from '../../domain/notifications/notifications.ts';
import type { Audience } from './notifications.audience.ts';
import type { AnsweredObjection, HandledCause } from './notifications.causes.ts';
import { findHandledSource, findObjectionAuthor } from './notifications.handled.repo.ts';
import type { Notify } from './notifications.notify.ts';
import type { Defer } from './notifications.pending.ts';
import type { StaffNotifications } from './notifications.staff.ts';

interface Deps {
  audience: Audience;
  notify: Notify;
  workArrived: StaffNotifications['workArrived'];
  defer: Defer;
}

/** No member has this id. */
const NOBODY = 0;

/**
 * Notifications to the author of content about what staff did and answered, and to staff about the
 * author's objection. Call in the transaction of the cause; those that concern anonymous authors are
 * deferred to another transaction.
 */
export function createHandledNotifications({ audience, notify, workArrived, defer }: Deps) {
  const handled = {
    async contentHandled(
      tx: Tx,
      emit: Emit,
      what: HandledContent,
      isDeferred = false,
    ): Promise<void> {
      const source = await findHandledSource(tx, what);
      if (source === null) return;
      const { post, author } = source;
      if (post.isAnonymous && !isDeferred) return defer(tx, { name: 'contentHandled', what });
      await send(tx, emit, author, { kind: 'contentHandled', facts: { post, ...what } });
    },

    /** For objections without a name; staff are notified of all others as of every inquiry. */
    async objectionAnswered(
      tx: Tx,
      emit: Emit,
      what: AnsweredObjection,
      isDeferred = false,
    ): Promise<void> {
      if (!isDeferred) return defer(tx, { name: 'objectionAnswered', what });
      const { kind, ...facts } = what;
      await send(tx, emit, await findObjectionAuthor(tx, what.inquiryId), { kind, facts });
    },

    /** `memberId` is null for an objection without a name. */
    async objectionArrived(tx: Tx, emit: Emit, memberId: number | null): Promise<void> {
      if (memberId === null) return defer(tx, { name: 'objectionArrived' });
      await workArrived(tx, emit, { kind: 'inquiryArrived', actorId: memberId });
    },
  };

  return {
    ...handled,

    sendDeferred(tx: Tx, emit: Emit, cause: HandledCause): Promise<void> {
      switch (cause.name) {
        case 'contentHandled':
          return handled.contentHandled(tx, emit, cause.what, true);
        case 'objectionAnswered':
          return handled.objectionAnswered(tx, emit, cause.what, true);
        case 'objectionArrived':
          return workArrived(tx, emit, { kind: 'inquiryArrived', actorId: NOBODY });
      }
    },
  };

  async function send<K extends keyof DirectFacts>(
    tx: Tx,
    emit: Emit,
    author: StoredAuthor,
    notification: NotificationOf<K>,
  ): Promise<void> {
    const to = audience.membersOf([author]);
    await notify(tx, emit, { ...notification, to, isSealed: author.authorSeal !== null });
  }
}
