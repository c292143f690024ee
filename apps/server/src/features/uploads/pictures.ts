import { createHmac } from 'node:crypto';
import type { ImageType } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Executor } from '../../db/client.ts';
import type { TxStatement } from '../../db/fast/fast.ts';
import type { CopiedPicture } from '../../domain/sources/copies.ts';
import type { Actor } from '../../platform/actor.ts';
import { truncateToMinute } from '../../platform/clock.ts';
import { AppError, isOverloaded } from '../../platform/errors.ts';
import { deriveKey } from '../../platform/secrets.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import type { BoundedImages } from './bounded-images.ts';
import { fileUrl, keyOfUrl, objectName, objectNames, readName } from './file-names.ts';
import {
  attachPictures,
  attachToComment,
  dropProfilePictures,
  isReadyOf,
  markProfilePicture,
  pictureRows,
  prepareIsPublic,
  updateProfileImage,
} from './pictures.repo.ts';
import { storePictureAs } from './pictures.store.ts';
import type { QuotaPolicy } from './uploads.quota.ts';
import type { Incoming, UploadDeps } from './uploads.receive.ts';
import { createTransfer } from './uploads.transfer.ts';

const STORED_TYPE = 'image/webp';
export interface PictureDeps extends UploadDeps {
  images: BoundedImages;
}

interface PostPictures {
  postId: number;
  /** URLs of any variant; duplicates are allowed. */
  imageUrls: readonly string[];
  /** Removes the link between the pictures and the member. */
  isAnonymous: boolean;
}

interface CommentPicture {
  /** Of the comment. */
  id: number;
  url: string;
  memberId: number;
  isAnonymous: boolean;
}

export function createPictures(deps: PictureDeps) {
  const { db, clock, storage } = deps;
  const isPublic = prepareIsPublic(db);

  const storeSquare = storePictureAs(deps, 'square');
  const transfer = createTransfer(deps, {
    rows: pictureRows,
    quota: quotaPolicy(deps.secrets),
    path: '/files/upload/',
    maxBytes: LIMITS.imageMaxBytes,
    tooLarge: 'IMAGE_TOO_LARGE',
    objectNames,
    requireRoom: deps.images.requireRoom,
    store: storePictureAs(deps, 'whole'),
  });

  return {
    /**
     * Returns the URL of the actor's new profile picture. Throws IMAGE_TOO_LARGE beyond 4 MB,
     * IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID, UPLOAD_QUOTA, OVERLOADED and keeps the former picture then.
     */
    async setProfilePicture({ memberId }: Actor, file: Incoming): Promise<string> {
      deps.images.requireRoom(memberId);
      const key = await transfer.begin({ ownerId: memberId, contentType: STORED_TYPE });
      let former: string[] = [];
      await transfer
        .receive(key, {
          ...file,
          maxBytes: LIMITS.profileImageMaxBytes,
          store: storeSquare,
          beforeReady: async (tx) => {
            // Locks the member first, so that one of two concurrent pictures remains.
            if (!(await updateProfileImage(tx, memberId, fileUrl(key)))) {
              throw new AppError('TOKEN_INVALID');
            }
            former = await dropProfilePictures(tx, memberId);
            await markProfilePicture(tx, key, memberId, clock.now());
          },
        })
        .catch(async (error: unknown) => {
          if (isOverloaded(error)) await Promise.allSettled([transfer.cancel(key, memberId)]);
          throw translateLimit(error);
        });
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

    /** Returns a URL for one PUT of at most 10 MB of that type within 5 minutes. Throws UPLOAD_QUOTA. */
    async presign({ memberId }: Actor, contentType: ImageType) {
      const draft = { ownerId: memberId, contentType };
      const { uploadUrl, key } = await transfer.presign(draft, contentType);
      return { uploadUrl, fileUrl: fileUrl(key) };
    },

    /** Also throws IMAGE_TOO_LARGE, IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID. */
    upload: transfer.upload,

    sweep: transfer.sweep,

    quota: transfer.quota,

    /**
     * Stores a picture of the demo content under a new key; the caller inserts the row. Throws
     * IMAGE_INVALID or IMAGE_TYPE_UNSUPPORTED.
     */
    async storePicture(bytes: Buffer) {
      const { key, width = 0, height = 0 } = await transfer.storeBytes(bytes);
      return { key, url: fileUrl(key), bytes: bytes.length, width, height };
    },

    /**
     * Stores a picture of another site, to be attached by `setCopies`. Throws IMAGE_TOO_LARGE,
     * IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID.
     */
    async storeCopy(copiedFrom: string, bytes: Buffer): Promise<CopiedPicture> {
      const draft = { ownerId: null, contentType: STORED_TYPE, copiedFrom };
      const { key, width = 0, height = 0 } = await transfer.storeCopy(draft, bytes);
      return { key, url: fileUrl(key), width, height };
    },

    /** Whether the URL is a checked picture of the actor that no post and no profile uses. */
    isReadyOf: async (executor: Executor, { memberId }: Actor, url: string) =>
      isReadyOf(executor, requireKey(url), memberId),

    /** Returns null when `/files/{name}` is unknown, not ready yet, or deleted. */
    async open(name: string): Promise<StoredObject | null> {
      const parts = readName(name);
      if (parts === null || !(await isPublic(parts.key))) return null;
      return storage.get(objectName(parts.key, parts.variant));
    },

    /** URL of the full picture, from that of any variant. Throws IMAGE_NOT_READY for a foreign one. */
    wholeUrl: (url: string) => fileUrl(requireKey(url)),

    /**
     * Gives a new comment its picture. The statement throws IMAGE_NOT_READY for one that is not checked
     * yet, not the member's, or in use.
     */
    attachToComment:
      ({ id: commentId, url, ...use }: CommentPicture): TxStatement<void> =>
      async (tx) => {
        const now = clock.now();
        const attachedAt = use.isAnonymous ? truncateToMinute(now) : now;
        const isAttached = await attachToComment(tx, {
          ...use,
          key: requireKey(url),
          commentId,
          attachedAt,
        });
        if (!isAttached) throw new AppError('IMAGE_NOT_READY');
      },

    /**
     * Sets the pictures of the post. Throws IMAGE_NOT_READY for a foreign URL and for a picture that is
     * not checked yet, not the member's, or in use by another post. The sweep deletes dropped ones.
     */
    async attachToPost(
      executor: Executor,
      { memberId }: Pick<Actor, 'memberId'>,
      { postId, imageUrls, isAnonymous }: PostPictures,
    ): Promise<void> {
      const keys = [...new Set(imageUrls.map(requireKey))];
      await pictureRows.release(executor, postId, keys);
      if (keys.length === 0) return;
      const now = clock.now();
      const attachedAt = isAnonymous ? truncateToMinute(now) : now;
      const use = { keys, postId, memberId, attachedAt, isAnonymous };
      const count = await attachPictures(executor, use);
      if (count !== keys.length) throw new AppError('IMAGE_NOT_READY');
    },
  };
}

/**
 * The counters also count pictures of the secret board. So that a database dump does not link such a
 * post to its author, they store a keyed hash used nowhere else instead of the member id, times rounded
 * to the hour, and sizes in whole megabytes.
 */
function quotaPolicy(secrets: readonly string[]): QuotaPolicy {
  const key = deriveKey(secrets[0] ?? '', 'upload quota');
  return {
    name: 'upload',
    perDay: 200,
    subjectOf: (memberId) => createHmac('sha256', key).update(String(memberId)).digest('base64url'),
    cutSeconds: 60 * 60,
    refusesLate: false,
  };
}

function requireKey(url: string): string {
  const key = keyOfUrl(url);
  if (key === null) throw new AppError('IMAGE_NOT_READY');
  return key;
}

function translateLimit(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'IMAGE_TOO_LARGE') return error;
  return new AppError('IMAGE_TOO_LARGE', { message: TEXTS.profileImageTooLarge });
}
