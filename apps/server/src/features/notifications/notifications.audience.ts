import type { Tx } from '../../db/client.ts';
import type { DirectFacts, NotificationOf } from '../../domain/notifications/notifications.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Notify } from './notifications.notify.ts';
import { listSpeakers, type PostSource, type StoredAuthor } from './notifications.sources.repo.ts';

export interface ThreadNotification<K extends keyof DirectFacts> extends NotificationOf<K> {
  to: readonly StoredAuthor[];
  post: PostSource;
  actorId: number;
}

export type Audience = ReturnType<typeof createAudience>;

/** Whom something below a post concerns. Sealed authors are opened here and leave no trace. */
export function createAudience({ seal, notify }: { seal: Seal; notify: Notify }) {
  /** The members behind authors, each once. */
  function membersOf(authors: readonly StoredAuthor[]): number[] {
    const ids = authors.map(({ authorId, authorSeal }) =>
      authorSeal === null ? authorId : seal.open(authorSeal),
    );
    return [...new Set(ids.filter((id) => id !== null))];
  }

  return {
    membersOf,

    notifyAuthors<K extends keyof DirectFacts>(
      tx: Tx,
      emit: Emit,
      { to, post, actorId, kind, facts }: ThreadNotification<K>,
    ): Promise<void> {
      const isSealed = post.isAnonymous;
      return notify(tx, emit, { kind, facts, to: membersOf(to), actorId, isSealed });
    },

    /** Open pages of the post's author and of those who speak there load it again. */
    async refreshPages(
      tx: Tx,
      emit: Emit,
      { post, actorId }: { post: PostSource; actorId: number },
    ): Promise<void> {
      const speakers = await listSpeakers(tx, post.id);
      for (const memberId of membersOf([post.author, ...speakers])) {
        if (memberId !== actorId) await emit(memberId, { type: 'post', postId: post.id });
      }
    },
  };
}
