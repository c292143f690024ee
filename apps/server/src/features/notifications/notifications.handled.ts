import type { Tx } from '../../db/client.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { HandledContent } from '../../domain/moderation/staff-actions.ts';
import type { DirectFacts, NotificationOf } from '../../domain/notifications/notifications.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Audience } from './notifications.audience.ts';
import type { AnsweredObjection, HandledCause } from './notifications.causes.ts';
import { findHandledSource, findObjectionAuthor } from './notifications.handled.repo.ts';
import type { Notify } from './notifications.notify.ts';
import type { Defer } from './notifications.pending.ts';

interface Deps {
  audience: Audience;
  notify: Notify;
  defer: Defer;
}

/**
 * Notifications to the author of content about what staff did and answered. Call in the transaction of
 * the cause; those to anonymous authors are deferred to another transaction.
 */
export function createHandledNotifications({ audience, notify, defer }: Deps) {
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

    /** For objections without a name; the others are notified like every inquiry. */
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
  };

  return {
    ...handled,

    sendDeferred(tx: Tx, emit: Emit, cause: HandledCause): Promise<void> {
      return cause.name === 'contentHandled'
        ? handled.contentHandled(tx, emit, cause.what, true)
        : handled.objectionAnswered(tx, emit, cause.what, true);
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
