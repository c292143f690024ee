import type { Executor, Tx } from '../../db/client.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { NewNotice, NoticesService } from './notices.service.ts';
import {
  findNickname,
  listVoices,
  type PostSource,
  type StoredAuthor,
} from './notices.sources.repo.ts';
import { actorName, type Subject } from './notices.texts.ts';

/** A notice to several members about one post. */
export interface PostNotice
  extends Pick<NewNotice, 'type' | 'subType' | 'content' | 'targetUrl' | 'groupKey'> {
  to: readonly StoredAuthor[];
  post: PostSource;
  actorId: number;
}

/** Whom something below a post concerns. Sealed authors are opened here and leave no trace. */
export function createAudience({ seal, tell }: { seal: Seal; tell: NoticesService['tell'] }) {
  /** The members behind authors, each once, in the order in which rows are locked. */
  function membersOf(authors: readonly StoredAuthor[]): number[] {
    const ids = authors.map(({ authorId, authorSeal }) =>
      authorSeal === null ? authorId : seal.open(authorSeal),
    );
    return [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b);
  }

  return {
    membersOf,

    async tellAbout(tx: Tx, emit: Emit, { to, post, ...notice }: PostNotice): Promise<void> {
      const isSealed = post.isAnonymous;
      for (const memberId of membersOf(to)) {
        await tell(tx, emit, { ...notice, memberId, isSealed });
      }
    },

    /** Open pages of the post's author and of those who speak there load it again. */
    async refreshPages(
      tx: Tx,
      emit: Emit,
      { post, actorId }: { post: PostSource; actorId: number },
    ): Promise<void> {
      const voices = await listVoices(tx, post.id);
      for (const memberId of membersOf([post.author, ...voices])) {
        if (memberId !== actorId) await emit(memberId, { type: 'post', postId: post.id });
      }
    },

    /** What a sentence may say of the post and of who did something there. */
    async subjectOf(executor: Executor, post: PostSource, actorId: number): Promise<Subject> {
      const actor = post.isAnonymous ? null : actorName(await findNickname(executor, actorId));
      return { title: post.title, actor };
    },
  };
}
