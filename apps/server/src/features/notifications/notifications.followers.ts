import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/client.ts';
import type { Seal } from '../../platform/seal.ts';
import { listPostFollowers } from './notifications.alerts.repo.ts';
import { listAliasBlockers, type PostSource } from './notifications.sources.repo.ts';

/** Members handled before yielding to the event loop: opening and making seals takes time. */
const YIELD_EVERY = 20;

/** Who follows a post; the ids that it decrypts must not be logged. */
export function createFollowers({ seal }: { seal: Seal }) {
  return {
    all,

    /** In an anonymous thread, without members who block the alias of the comment. */
    async of(tx: Tx, post: PostSource, commentId: number): Promise<number[]> {
      const ids = await all(tx, post.id);
      return post.isAnonymous ? withoutAliasBlockers(tx, ids, commentId) : ids;
    },
  };

  async function all(tx: Tx, postId: number): Promise<number[]> {
    const rows = await listPostFollowers(tx, postId);
    const ids: number[] = [];
    for (let from = 0; from < rows.length; from += YIELD_EVERY) {
      const some = rows.slice(from, from + YIELD_EVERY).map(({ memberId, memberSeal }) => {
        return memberSeal === null ? memberId : followerOf(postId, memberSeal);
      });
      ids.push(...some.filter((id) => id !== null));
      await setImmediate();
    }
    return ids;
  }

  /** The previous release stores the seal of an author. */
  function followerOf(postId: number, sealed: Buffer): number | null {
    return seal.openIn(postId, sealed) ?? seal.open(sealed);
  }

  async function withoutAliasBlockers(tx: Tx, ids: readonly number[], commentId: number) {
    const seals = new Map<string, number>();
    for (let from = 0; from < ids.length; from += YIELD_EVERY) {
      for (const id of ids.slice(from, from + YIELD_EVERY))
        seals.set(seal.seal(id).toString('hex'), id);
      await setImmediate();
    }
    const own = [...seals.keys()].map((hex) => Buffer.from(hex, 'hex'));
    const blockers = await listAliasBlockers(tx, own, commentId);
    for (const blocker of blockers) seals.delete(blocker.toString('hex'));
    return [...seals.values()];
  }
}
