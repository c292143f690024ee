import type { Readable } from 'node:stream';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { fileUrl } from './pictures.names.ts';
import { dropProfilePictures, markProfilePicture, updateProfileImage } from './pictures.repo.ts';
import type { Transfer, UploadDeps, UploadPolicy } from './uploads.transfer.ts';

const STORED_TYPE = 'image/webp';

/** One profile picture per member; a new one replaces the former. */
export function createProfilePictures(
  { db, clock }: Pick<UploadDeps, 'db' | 'clock'>,
  transfer: Pick<Transfer, 'begin' | 'receive' | 'erase'>,
  store: UploadPolicy['store'],
) {
  return {
    /**
     * Returns the URL of the actor's new profile picture. Throws IMAGE_TOO_LARGE beyond 4 MB,
     * IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID, UPLOAD_QUOTA and keeps the former picture then.
     */
    async setProfilePicture({ memberId }: Actor, body: Readable): Promise<string> {
      const key = await transfer.begin({ ownerId: memberId, contentType: STORED_TYPE });
      let former: string[] = [];
      await transfer
        .receive(key, {
          body,
          maxBytes: LIMITS.profileImageMaxBytes,
          store,
          beforeReady: async (tx) => {
            // Locks the member first, so that one of two concurrent pictures remains.
            if (!(await updateProfileImage(tx, memberId, fileUrl(key)))) {
              throw new AppError('TOKEN_INVALID');
            }
            former = await dropProfilePictures(tx, memberId);
            await markProfilePicture(tx, key, memberId, clock.now());
          },
        })
        .catch(translateLimit);
      await transfer.erase(former);
      return fileUrl(key);
    },

    async removeProfilePicture({ memberId }: Actor): Promise<void> {
      const dropped = await db.transaction(async (tx) => {
        await updateProfileImage(tx, memberId, null);
        return dropProfilePictures(tx, memberId);
      });
      await transfer.erase(dropped);
    },

    /** For a withdrawal; call `eraseProfilePictures` after the commit. */
    dropProfilePictures,

    eraseProfilePictures: transfer.erase,
  };
}

function translateLimit(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'IMAGE_TOO_LARGE') throw error;
  throw new AppError('IMAGE_TOO_LARGE', { message: TEXTS.profileImageTooLarge });
}
