import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Spool } from '../../platform/storage/spool.ts';
import type { ObjectStorage, StoredObject } from '../../platform/storage/storage.ts';
import type { UploadTokens } from '../../platform/storage/upload-tokens.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { createAttach } from './files.attach.ts';
import { createKey, fileUrl, objectName, objectNames, readName } from './files.names.ts';
import { createPicturing } from './files.pictures.ts';
import { createProfilePictures } from './files.profile.ts';
import { deleteRemovedUploads, markRemovableUploads, prepareIsPublic } from './files.repo.ts';
import { createUploading } from './files.upload.ts';
import type { ImageProcessor } from './image-processor.ts';

const HOUR = 60 * 60;
/** Unused pictures are kept this long (decisions 63). */
const UNUSED_SECONDS = 24 * HOUR;
/** Pictures of deleted posts: hidden at once, gone from the disk within a day (quality UP-18). */
const DELETED_SECONDS = 12 * HOUR;
/** Leftovers of killed servers. */
const SPOOL_MS = HOUR * 1000;
const SWEEP_BATCH = 200;

export interface FilesDeps {
  db: Db;
  clock: Clock;
  throttle: Throttle;
  storage: ObjectStorage;
  uploadTokens: UploadTokens;
  /** Key of the marks that stand for members in the upload counters. */
  quotaKey: Buffer;
  spool: Spool;
  images: ImageProcessor;
}

export type FilesService = ReturnType<typeof createFilesService>;

export function createFilesService(deps: FilesDeps) {
  const { db, clock, storage, spool } = deps;
  const isPublic = prepareIsPublic(db);
  const pictures = createPicturing(deps);

  return {
    ...createUploading(deps, pictures),
    ...createProfilePictures(deps, pictures),
    attachToPost: createAttach(clock),

    /**
     * Stores a picture under a new key, without a row: the caller writes that itself (demo content).
     * Throws IMAGE_INVALID or IMAGE_TYPE_UNSUPPORTED.
     */
    async storePicture(bytes: Buffer) {
      const key = createKey();
      return { key, url: fileUrl(key), ...(await pictures.storeBytes(key, bytes)) };
    },

    /** The object behind `/files/{name}`; null when it is unknown, not checked yet, or deleted. */
    async open(name: string): Promise<StoredObject | null> {
      const parts = readName(name);
      if (parts === null || !(await isPublic(parts.key))) return null;
      return storage.get(objectName(parts.key, parts.variant));
    },

    /** Removes unused pictures and those of deleted posts; answers how many. Safe to break off. */
    async sweep(): Promise<number> {
      const now = clock.now();
      await spool.sweep(SPOOL_MS);
      for (let count = 0; ; ) {
        const keys = await markRemovableUploads(db, {
          unusedBefore: addSeconds(now, -UNUSED_SECONDS),
          deletedBefore: addSeconds(now, -DELETED_SECONDS),
          limit: SWEEP_BATCH,
        });
        if (keys.length === 0) return count;
        await storage.remove(keys.flatMap(objectNames));
        await deleteRemovedUploads(db, keys);
        count += keys.length;
      }
    },
  };
}
