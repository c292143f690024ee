import type { Readable } from 'node:stream';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { fileUrl } from './pictures.names.ts';
import { dropProfilePictures, markProfilePicture, updateProfileImage } from './pictures.repo.ts';
import type { Transfer, UploadDeps, UploadPolicy } from './uploads.transfer.ts';

/** The one type that profile pictures are kept in. */
const STORED_TYPE = 'image/webp';

/** Profile pictures: one a member, the former one is gone with the new one. */
export function createProfilePictures(
  { db, clock }: Pick<UploadDeps, 'db' | 'clock'>,
  transfer: Pick<Transfer, 'begin' | 'receive' | 'erase'>,
  store: UploadPolicy['store'],
) {
  return {
    /**
     * Takes the caller's new profile picture and returns its address. Throws IMAGE_TOO_LARGE beyond
     * 4 MB, IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID, UPLOAD_QUOTA; then the former one stays.
     */
    async setProfilePicture({ memberId }: Actor, body: Readable): Promise<string> {
      const key = await transfer.begin({ ownerId: memberId, contentType: STORED_TYPE });
      let former: string[] = [];
      await transfer
        .receive(key, {
          body,
          maxBytes: LIMITS.profileImageMaxBytes,
          store,
          before: async (tx) => {
            // First: it locks the member, so that of two pictures at once one is left.
            if (!(await updateProfileImage(tx, memberId, fileUrl(key)))) {
              throw new AppError('TOKEN_INVALID');
            }
            former = await dropProfilePictures(tx, memberId);
            await markProfilePicture(tx, key, memberId, clock.now());
          },
        })
        .catch(rename);
      await transfer.erase(former);
      return fileUrl(key);
    },

    /** Removes the caller's profile picture; without one nothing changes. */
    async removeProfilePicture({ memberId }: Actor): Promise<void> {
      const dropped = await db.transaction(async (tx) => {
        await updateProfileImage(tx, memberId, null);
        return dropProfilePictures(tx, memberId);
      });
      await transfer.erase(dropped);
    },

    /** In the transaction in which a member leaves; `eraseProfilePictures` after its commit. */
    dropProfilePictures,

    eraseProfilePictures: transfer.erase,
  };
}

function rename(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'IMAGE_TOO_LARGE') throw error;
  throw new AppError('IMAGE_TOO_LARGE', { message: TEXTS.profileImageTooLarge });
}
