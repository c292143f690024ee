import type { Executor } from '../../db/client.ts';
import { attachmentRows } from './attachments.repo.ts';
import { type AttachmentDeps, createAttachments } from './attachments.ts';
import { boundImages } from './bounded-images.ts';
import { chatPictureRows } from './chat-pictures.repo.ts';
import { createChatPictures } from './chat-pictures.ts';
import { createFileCopies } from './copies.ts';
import type { ImageProcessor } from './image-processor.ts';
import { createOwnCopies } from './own-copies.ts';
import { detachFromComments, pictureRows } from './pictures.repo.ts';
import { createPictures, type PictureDeps } from './pictures.ts';
import { createRemovedPictures } from './removed-pictures.ts';
import type { HandOver } from './uploads.repo.ts';
import { createVideos } from './videos.ts';

export type ChatPictures = ReturnType<typeof createChatPictures>;
export type Pictures = ReturnType<typeof createPictures>;
export type Attachments = ReturnType<typeof createAttachments>;
export type OwnCopies = ReturnType<typeof createOwnCopies>;
export type FileCopies = ReturnType<typeof createFileCopies>;
export type Videos = ReturnType<typeof createVideos>;

interface UploadParts extends Omit<PictureDeps, 'images'>, AttachmentDeps {
  images: ImageProcessor;
}

export function createUploadsService(parts: UploadParts) {
  const images = boundImages(parts.images);
  const deps = { ...parts, images };
  const pictures = createPictures(deps);
  const chatPictures = createChatPictures(deps);
  const attachments = createAttachments(deps);
  return {
    pictures,
    chatPictures,
    removedPictures: createRemovedPictures(deps),
    attachments,
    copies: createFileCopies({ ...deps, pictures, attachments }),
    ownCopies: createOwnCopies({
      ...deps,
      quotas: { pictures: pictures.quota, files: attachments.quota },
    }),
    videos: createVideos(deps),

    /** Pictures of members that wait or are encoded. */
    encoding: images,

    /** Removes pictures of all kinds that nothing uses; returns how many. */
    sweepPictures: async () => (await pictures.sweep()) + (await chatPictures.sweep()),

    /**
     * For a withdrawal that took the pictures from the open comments: the sweep removes what nothing
     * uses, and what the site shows stays as that of nobody.
     */
    async releaseOf(db: Executor, memberId: number): Promise<void> {
      await detachFromComments(db, memberId);
      for (const rows of [pictureRows, attachmentRows, chatPictureRows]) {
        await rows.dropUnused(db, memberId);
      }
      for (const rows of [pictureRows, attachmentRows]) await rows.disown(db, memberId);
    },

    /** Gives unused uploads of a member that the text names to another member. */
    async handOver(db: Executor, change: HandOver): Promise<void> {
      for (const rows of [pictureRows, attachmentRows]) await rows.handOver(db, change);
    },
  };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
