import { createAttachments } from './attachments.ts';
import { createPictures, type PictureDeps } from './pictures.ts';
import { createVideos } from './videos.ts';

export type Pictures = ReturnType<typeof createPictures>;
export type Attachments = ReturnType<typeof createAttachments>;
export type Videos = ReturnType<typeof createVideos>;

export function createUploadsService(deps: PictureDeps) {
  return {
    pictures: createPictures(deps),
    attachments: createAttachments(deps),
    videos: createVideos(deps),
  };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
