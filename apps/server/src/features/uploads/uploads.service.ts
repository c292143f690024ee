import { type AttachmentDeps, createAttachments } from './attachments.ts';
import { createPictures, type PictureDeps } from './pictures.ts';

export type Pictures = ReturnType<typeof createPictures>;
export type Attachments = ReturnType<typeof createAttachments>;

export function createUploadsService(deps: PictureDeps & AttachmentDeps) {
  return { pictures: createPictures(deps), attachments: createAttachments(deps) };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
