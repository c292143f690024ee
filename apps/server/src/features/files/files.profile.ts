import type { Readable } from 'node:stream';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { createKey, fileUrl, objectNames } from './files.names.ts';
import type { Picturing } from './files.pictures.ts';
import {
  dropProfilePictures,
  markProfilePicture,
  updateProfileImage,
} from './files.profile.repo.ts';
import { createQuota } from './files.quota.ts';
import {
  claimUpload,
  completeUpload,
  deleteRemovedUploads,
  deleteUpload,
  insertUpload,
} from './files.repo.ts';
import type { FilesDeps } from './files.service.ts';

/** The one type that profile pictures are kept in. */
const STORED_TYPE = 'image/webp';

type Deps = Pick<FilesDeps, 'db' | 'clock' | 'throttle' | 'storage' | 'quotaKey'>;

/** Profile pictures: one a member, the former one is gone with the new one (quality UP-18). */
export function createProfilePictures(deps: Deps, pictures: Picturing) {
  const { db, clock, storage } = deps;
  const quota = createQuota(deps);

  /** Removes objects whose rows are taken out of use; what fails is left to the sweep. */
  async function erase(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await storage.remove(keys.flatMap(objectNames));
    await deleteRemovedUploads(db, [...keys]);
  }

  async function store(memberId: number, key: string, body: Readable): Promise<void> {
    const picture = await pictures.storeBody(key, body, LIMITS.profileImageMaxBytes, 'square');
    const dropped = await db.transaction(async (tx) => {
      // First: it holds the member, so that of two pictures at once one is left.
      if (!(await updateProfileImage(tx, memberId, fileUrl(key)))) {
        throw new AppError('TOKEN_INVALID');
      }
      const former = await dropProfilePictures(tx, memberId);
      const kept = await completeUpload(tx, key, { ...picture, readyAt: clock.now() });
      if (kept === null) throw new AppError('UNAVAILABLE');
      await markProfilePicture(tx, key, memberId, clock.now());
      await quota.addBytes(tx, memberId, picture.bytes);
      return former;
    });
    await erase(dropped);
  }

  return {
    /**
     * Takes the caller's new profile picture and answers its address. Throws IMAGE_TOO_LARGE beyond
     * 4 MB, IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID, UPLOAD_QUOTA; then the former one stays.
     */
    async setProfilePicture({ memberId }: Actor, body: Readable): Promise<string> {
      await quota.take(db, memberId);
      const key = createKey();
      const createdAt = clock.now();
      await insertUpload(db, { key, ownerId: memberId, contentType: STORED_TYPE, createdAt });
      await claimUpload(db, key);
      try {
        await store(memberId, key, body);
      } catch (error) {
        await deleteUpload(db, key);
        await storage.remove(objectNames(key));
        throw named(error);
      }
      return fileUrl(key);
    },

    /** Removes the caller's profile picture; without one nothing changes (decisions 178). */
    async removeProfilePicture({ memberId }: Actor): Promise<void> {
      const dropped = await db.transaction(async (tx) => {
        await updateProfileImage(tx, memberId, null);
        return dropProfilePictures(tx, memberId);
      });
      await erase(dropped);
    },

    /** In the transaction in which a member leaves; `eraseProfilePictures` after its commit. */
    dropProfilePictures: (executor: Executor, memberId: number): Promise<string[]> =>
      dropProfilePictures(executor, memberId),

    eraseProfilePictures: erase,
  };
}

function named(error: unknown): unknown {
  const isTooLarge = error instanceof AppError && error.code === 'IMAGE_TOO_LARGE';
  return isTooLarge
    ? new AppError('IMAGE_TOO_LARGE', { message: TEXTS.profileImageTooLarge })
    : error;
}
