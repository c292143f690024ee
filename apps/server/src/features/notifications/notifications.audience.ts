import type { Tx } from '../../db/client.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { DirectFacts } from '../../domain/notifications/notification-kinds.ts';
import type { NotificationOf } from '../../domain/notifications/notifications.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Notify } from './notifications.notify.ts';
import {
  listAliasBlockers,
  listThreadAuthors,
  type PostSource,
} from './notifications.sources.repo.ts';

export interface ThreadNotification<K extends keyof DirectFacts> extends NotificationOf<K> {
  to: readonly StoredAuthor[];
  post: PostSource;
  actorId: number;
  /** The comment that is the cause: members who block its alias in the anonymous thread are not notified. */
  byComment?: number;
  /** As of `notify`. */
  voter?: string;
  isOnce?: boolean;
}

export type Audience = ReturnType<typeof createAudience>;

/** Notifies the authors of a thread; the ids that it decrypts must not be logged. */
export function createAudience({ seal, notify }: { seal: Seal; notify: Notify }) {
  /** Returns the member ids of the authors, each once, without those of erased authors. */
  function membersOf(authors: readonly StoredAuthor[]): number[] {
    const ids = authors.map(({ authorId, authorSeal }) =>
      authorSeal === null ? authorId : seal.open(authorSeal),
    );
    return [...new Set(ids.filter((id) => id !== null))];
  }

  async function withoutBlockers(tx: Tx, authors: readonly StoredAuthor[], commentId: number) {
    const seals = authors.map(({ authorSeal }) => authorSeal).filter((one) => one !== null);
    const blockers = await listAliasBlockers(tx, seals, commentId);
    return authors.filter((one) => !blockers.some((blocker) => one.authorSeal?.equals(blocker)));
  }

  return {
    membersOf,

    async notifyAuthors<K extends keyof DirectFacts>(
      tx: Tx,
      emit: Emit,
      { to, post, kind, facts, byComment, ...by }: ThreadNotification<K>,
    ): Promise<void> {
      const isSealed = post.isAnonymous;
      const isByName = isSealed && byComment !== undefined;
      const reached = isByName ? await withoutBlockers(tx, to, byComment) : to;
      await notify(tx, emit, { kind, facts, to: membersOf(reached), ...by, isSealed });
    },

    /** Refreshes the open pages of the author of the post and of those who commented, except the actor. */
    async refreshPages(
      tx: Tx,
      emit: Emit,
      { post, actorId }: { post: PostSource; actorId: number },
    ): Promise<void> {
      const authors = await listThreadAuthors(tx, post.id);
      for (const memberId of membersOf([post, ...authors])) {
        if (memberId !== actorId) await emit(memberId, { type: 'post', postId: post.id });
      }
    },
  };
}
