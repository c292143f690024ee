import type { Attachment } from '@naru/contract/lecture-posts';
import type { Executor } from '../../db/client.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { ObjectStorage, StoredObject } from '../../platform/storage/storage.ts';
import { createAttachmentLinks } from './attachments.links.ts';
import { objectName } from './attachments.names.ts';
import {
  attachAll,
  deleteRemoved,
  findDownload,
  listOfPost,
  markRemovable,
  releaseAttachments,
} from './attachments.repo.ts';
import { createAttachmentUploads, type UploadDeps } from './attachments.upload.ts';

const HOUR = 60 * 60;
/** Unused files are kept this long (decisions 63). */
const UNUSED_SECONDS = 24 * HOUR;
/** Files of deleted posts: out of reach at once, gone from the disk within a day (quality UP-18). */
const DELETED_SECONDS = 12 * HOUR;
const SWEEP_BATCH = 200;
const LINK_EXPIRED = '다운로드 주소가 만료되었습니다. 게시글을 새로고침한 뒤 다시 시도해 주세요.';

interface Deps extends UploadDeps {
  storage: Pick<ObjectStorage, 'putFile' | 'get' | 'remove'>;
  secrets: readonly string[];
}

export type AttachmentsService = ReturnType<typeof createAttachmentsService>;

/** Files of the materials tab (decisions 148): handed out byte for byte, never shown by the server. */
export function createAttachmentsService(deps: Deps) {
  const { db, clock, storage } = deps;
  const links = createAttachmentLinks(deps.secrets, clock);

  return {
    ...createAttachmentUploads(deps),

    /**
     * Makes exactly these files the post's own, in this order, in the caller's transaction. Throws
     * ATTACHMENT_NOT_READY for a file that is not checked yet, not the member's, or in use by another
     * post (quality UP-10). Files the post no longer has are swept later.
     */
    async attachToPost(
      executor: Executor,
      use: { memberId: number; postId: number; keys: readonly string[] },
    ): Promise<void> {
      const keys = [...new Set(use.keys)];
      await releaseAttachments(executor, use.postId, keys);
      if (keys.length === 0) return;
      const count = await attachAll(executor, { ...use, keys, attachedAt: clock.now() });
      if (count !== keys.length) throw new AppError('ATTACHMENT_NOT_READY');
    },

    /** The files of a post, with addresses that readers may use for the next hour. */
    async listOfPost(postId: number): Promise<Attachment[]> {
      const rows = await listOfPost(db, postId);
      return rows.map((row) => ({ ...row, url: links.urlOf(row.key) }));
    },

    /**
     * The file behind a signed address. Throws FILE_NOT_FOUND: forged, too old, its post or room
     * deleted.
     */
    async open(token: string): Promise<{ name: string; object: StoredObject }> {
      const link = links.read(token);
      if (link?.isExpired) throw new AppError('FILE_NOT_FOUND', { message: LINK_EXPIRED });
      const row = link === null ? null : await findDownload(db, link.key);
      const object = row === null ? null : await storage.get(objectName(row.key));
      if (row === null || object === null) throw new AppError('FILE_NOT_FOUND');
      return { name: row.name, object };
    },

    /** Removes unused files and those of deleted posts and rooms; answers how many. */
    async sweep(): Promise<number> {
      const now = clock.now();
      for (let count = 0; ; ) {
        const keys = await markRemovable(db, {
          unusedBefore: addSeconds(now, -UNUSED_SECONDS),
          deletedBefore: addSeconds(now, -DELETED_SECONDS),
          limit: SWEEP_BATCH,
        });
        if (keys.length === 0) return count;
        await storage.remove(keys.map(objectName));
        await deleteRemoved(db, keys);
        count += keys.length;
      }
    },
  };
}
