import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { postRef } from '../../domain/notifications/targets.ts';
import type { TeamOutcome } from '../../domain/notifications/texts.ts';
import { NOBODY } from './notifications.build.ts';
import type { OnPost } from './notifications.causes.ts';
import type { Notify } from './notifications.notify.ts';
import { findPostSource } from './notifications.sources.repo.ts';
import type { Standing } from './notifications.standing.ts';

interface Deps {
  notify: Notify;
  standing: Pick<Standing, 'follow'>;
}

/** Notifications of recruiting posts. Call in the transaction of their cause. */
export function createTeamNotifications({ notify, standing }: Deps) {
  return {
    /** `waiting`: all applications that wait, with the new one. */
    async teamApplied(tx: Tx, emit: Emit, what: OnPost & { waiting: number }): Promise<void> {
      const { postId, actorId, waiting } = what;
      const post = await findPostSource(tx, postId, actorId);
      if (post?.authorId == null) return;
      const facts = { post: postRef(post), waiting };
      await notify(tx, emit, { kind: 'teamApplied', facts, to: [post.authorId], actorId });
    },

    async teamLeft(tx: Tx, emit: Emit, { postId, actorId }: OnPost): Promise<void> {
      const post = await findPostSource(tx, postId, actorId);
      if (post?.authorId == null) return;
      const facts = { post: postRef(post) };
      await notify(tx, emit, { kind: 'teamLeft', facts, to: [post.authorId], actorId });
    },

    /**
     * Notifies applicants of what became of their applications, but those who block the author, whose own
     * notification gets the number of those that still wait.
     */
    async teamDecided(
      tx: Tx,
      emit: Emit,
      { postId, to, outcome }: { postId: number; to: readonly number[]; outcome: TeamOutcome },
    ): Promise<void> {
      if (to.length === 0) return;
      const post = await findPostSource(tx, postId, NOBODY);
      const gone = { id: postId, boardType: 'TEAM', lectureId: null, title: null } as const;
      const facts = { post: postRef(post ?? gone), outcome };
      const actorId = post?.authorId ?? NOBODY;
      await notify(tx, emit, { kind: 'teamDecided', facts, to, actorId });
      await standing.follow(tx, emit, { applications: [postId] });
    },
  };
}
