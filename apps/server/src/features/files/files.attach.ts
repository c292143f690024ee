import type { Executor } from '../../db/client.ts';
import { type Clock, cutToMinute } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { keyOfUrl } from './files.names.ts';
import { attachUploads, releaseUploads } from './files.repo.ts';

export interface PostPictures {
  memberId: number;
  postId: number;
  /** Addresses of pictures, any variant, in any number of repetitions. */
  urls: readonly string[];
  /** Cuts the tie between the pictures and the member (quality AN-31). */
  isAnonymous: boolean;
}

export function createAttach(clock: Clock) {
  /**
   * Makes exactly these pictures the post's own, in the caller's transaction. Throws IMAGE_NOT_READY
   * for an address that is not ours, and for a picture that is not checked yet, not the member's, or
   * in use by another post (quality UP-10). Pictures the post no longer has are swept later.
   */
  return async function attachToPost(
    executor: Executor,
    { memberId, postId, urls, isAnonymous }: PostPictures,
  ): Promise<void> {
    const keys = [...new Set(urls.map(requireKey))];
    await releaseUploads(executor, postId, keys);
    if (keys.length === 0) return;
    const now = clock.now();
    const count = await attachUploads(executor, {
      keys,
      postId,
      memberId,
      ownerId: isAnonymous ? null : memberId,
      attachedAt: isAnonymous ? cutToMinute(now) : now,
    });
    if (count !== keys.length) throw new AppError('IMAGE_NOT_READY');
  };
}

function requireKey(url: string): string {
  const key = keyOfUrl(url);
  if (key === null) throw new AppError('IMAGE_NOT_READY');
  return key;
}
