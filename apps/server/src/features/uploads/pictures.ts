import { createHmac } from 'node:crypto';
import type { ImageType } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { cutToMinute } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { deriveKey } from '../../platform/secrets.ts';
import type { SpooledFile } from '../../platform/storage/spool.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import type { ImageProcessor } from './image-processor.ts';
import { ImageError, type ImageShape } from './image-types.ts';
import {
  fileUrl,
  keyOfUrl,
  listVariants,
  objectName,
  objectNames,
  readName,
} from './pictures.names.ts';
import { createProfilePictures } from './pictures.profile.ts';
import { attachPictures, pictureRows, prepareIsPublic } from './pictures.repo.ts';
import type { QuotaPolicy } from './uploads.quota.ts';
import { createTransfer, type UploadDeps } from './uploads.transfer.ts';

const HEIC_TEXT =
  'HEIC 사진은 읽을 수 없습니다. 휴대전화에서 JPEG로 저장한 사진이나 화면 캡처를 올려 주세요.';

export interface PictureDeps extends UploadDeps {
  images: ImageProcessor;
}

interface PostPictures {
  memberId: number;
  postId: number;
  /** Addresses of pictures, any variant, in any number of repetitions. */
  urls: readonly string[];
  /** Cuts the tie between the pictures and the member. */
  isAnonymous: boolean;
}

/** Pictures of posts and members: checked, re-encoded and kept in several sizes. */
export function createPictures(deps: PictureDeps) {
  const { db, clock, storage, images } = deps;
  const isPublic = prepareIsPublic(db);

  const storeAs = (shape: ImageShape) => async (key: string, file: SpooledFile) => {
    if (file.size === 0) throw new AppError('IMAGE_INVALID');
    const { width, height, variants } = await images.encode(file.path, shape).catch(refuse);
    for (const variant of listVariants()) {
      await storage.put(objectName(key, variant), variants[variant], 'image/webp');
    }
    return { bytes: file.size, width, height };
  };
  const storeWhole = storeAs('whole');
  const transfer = createTransfer(deps, {
    rows: pictureRows,
    quota: quotaPolicy(deps.secrets),
    path: '/files/upload/',
    maxBytes: LIMITS.imageMaxBytes,
    tooLarge: 'IMAGE_TOO_LARGE',
    objectNames,
    store: storeWhole,
  });

  return {
    ...createProfilePictures(deps, transfer, storeAs('square')),

    /** An address for one PUT of at most 10 MB of that type within 5 minutes. */
    async presign({ memberId }: Actor, contentType: ImageType) {
      const { uploadUrl, key } = await transfer.presign(
        { ownerId: memberId, contentType },
        contentType,
      );
      return { uploadUrl, fileUrl: fileUrl(key) };
    },

    /** Also throws IMAGE_TOO_LARGE, IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID. */
    upload: transfer.upload,

    sweep: () => transfer.sweep(),

    /**
     * Stores a picture under a new key, without a row: the caller writes that itself (demo content).
     * Throws IMAGE_INVALID or IMAGE_TYPE_UNSUPPORTED.
     */
    async storePicture(bytes: Buffer) {
      const { key, width = 0, height = 0 } = await transfer.storeBytes(bytes);
      return { key, url: fileUrl(key), bytes: bytes.length, width, height };
    },

    /** The object behind `/files/{name}`; null when it is unknown, not checked yet, or deleted. */
    async open(name: string): Promise<StoredObject | null> {
      const parts = readName(name);
      if (parts === null || !(await isPublic(parts.key))) return null;
      return storage.get(objectName(parts.key, parts.variant));
    },

    /**
     * Makes exactly these pictures the post's own, in the caller's transaction. Throws IMAGE_NOT_READY
     * for an address that is not ours, and for a picture that is not checked yet, not the member's, or
     * in use by another post. Pictures the post no longer has are swept later.
     */
    async attachToPost(
      executor: Executor,
      { memberId, postId, urls, isAnonymous }: PostPictures,
    ): Promise<void> {
      const keys = [...new Set(urls.map(requireKey))];
      await pictureRows.release(executor, postId, keys);
      if (keys.length === 0) return;
      const now = clock.now();
      const attachedAt = isAnonymous ? cutToMinute(now) : now;
      const use = { keys, postId, memberId, attachedAt, isAnonymous };
      const count = await attachPictures(executor, use);
      if (count !== keys.length) throw new AppError('IMAGE_NOT_READY');
    },
  };
}

/**
 * The counters carry a keyed mark instead of the member, one that stands nowhere else, no time more
 * exact than the hour and no exact size: in a dump they lead from no secret post with a picture to its
 * author. They count the pictures of secret posts like all others.
 */
function quotaPolicy(secrets: readonly string[]): QuotaPolicy {
  const key = deriveKey(secrets[0] ?? '', 'upload quota');
  return {
    name: 'upload',
    perDay: 200,
    markOf: (memberId) => createHmac('sha256', key).update(String(memberId)).digest('base64url'),
    cutSeconds: 60 * 60,
    refusesLate: false,
  };
}

function requireKey(url: string): string {
  const key = keyOfUrl(url);
  if (key === null) throw new AppError('IMAGE_NOT_READY');
  return key;
}

function refuse(error: unknown): never {
  if (!(error instanceof ImageError)) throw error;
  if (error.fault === 'content') throw new AppError('IMAGE_INVALID');
  throw new AppError(
    'IMAGE_TYPE_UNSUPPORTED',
    error.fault === 'heic' ? { message: HEIC_TEXT } : {},
  );
}
