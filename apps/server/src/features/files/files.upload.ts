import type { Readable } from 'node:stream';
import type { ImageType } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createKey, fileUrl, objectName, objectNames, readName } from './files.names.ts';
import type { Picturing } from './files.pictures.ts';
import { createQuota } from './files.quota.ts';
import { claimUpload, completeUpload, deleteUpload, insertUpload } from './files.repo.ts';
import type { FilesDeps } from './files.service.ts';

const GRANT_SECONDS = 5 * 60;

export interface UploadRequest {
  token: string;
  /** Header content-type of the PUT. */
  contentType: string | undefined;
  /** Header content-length of the PUT, when there is one. */
  declaredBytes: number;
  body: Readable;
}

type Deps = Pick<FilesDeps, 'db' | 'clock' | 'throttle' | 'storage' | 'uploadTokens' | 'quotaKey'>;

export function createUploading(deps: Deps, pictures: Picturing) {
  const { db, clock, storage, uploadTokens } = deps;
  const quota = createQuota(deps);

  function requireGrant(token: string, contentType: string | undefined) {
    const grant = uploadTokens.verify(token);
    const name = grant === null ? null : readName(grant.key);
    if (grant === null || name === null || grant.contentType !== contentType) {
      throw new AppError('UPLOAD_DENIED');
    }
    return { key: name.key, maxBytes: grant.maxBytes };
  }

  async function discard(key: string): Promise<void> {
    await deleteUpload(db, key);
    await storage.remove(objectNames(key));
  }

  return {
    /** An address for one PUT of at most 10 MB of that type within 5 minutes (quality UP-08). */
    async presign(actor: Actor, contentType: ImageType) {
      await quota.take(db, actor.memberId);
      const key = createKey();
      const now = clock.now();
      await insertUpload(db, { key, ownerId: actor.memberId, contentType, createdAt: now });
      const uploadUrl = await storage.createUploadUrl({
        key: objectName(key),
        contentType,
        maxBytes: LIMITS.imageMaxBytes,
        expiresAt: addSeconds(now, GRANT_SECONDS),
      });
      return { uploadUrl, fileUrl: fileUrl(key) };
    },

    /**
     * Takes the one PUT of a signed address. The picture can be used once this returns. Throws
     * UPLOAD_DENIED (signature, age, type), UPLOAD_USED, IMAGE_TOO_LARGE, IMAGE_TYPE_UNSUPPORTED,
     * IMAGE_INVALID; a failed upload is over, and nothing of it is kept.
     */
    async upload({ token, contentType, declaredBytes, body }: UploadRequest): Promise<void> {
      const { key, maxBytes } = requireGrant(token, contentType);
      if (declaredBytes > maxBytes) throw new AppError('IMAGE_TOO_LARGE');
      if (!(await claimUpload(db, key))) throw new AppError('UPLOAD_USED');
      try {
        const picture = await pictures.storeBody(key, body, maxBytes);
        await db.transaction(async (tx) => {
          const kept = await completeUpload(tx, key, { ...picture, readyAt: clock.now() });
          if (kept === null) throw new AppError('UPLOAD_USED');
          if (kept.ownerId !== null) await quota.addBytes(tx, kept.ownerId, picture.bytes);
        });
      } catch (error) {
        await discard(key);
        throw error;
      }
    },
  };
}
