import { and, eq, isNotNull } from 'drizzle-orm';
import { attachments, uploads } from '../../db/schema/index.ts';
import type { Copies, SetCopies } from '../../domain/sources/copies.ts';
import type { Tools } from '../../tools.ts';
import { setCopiedFiles } from './attachments.repo.ts';
import type { createAttachments } from './attachments.ts';
import { fileUrl } from './pictures.names.ts';
import { pictureRows } from './pictures.repo.ts';
import type { createPictures } from './pictures.ts';
import { STATUS } from './uploads.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock'> {
  pictures: Pick<ReturnType<typeof createPictures>, 'storeCopy'>;
  attachments: Pick<
    ReturnType<typeof createAttachments>,
    'acceptedName' | 'maxBytes' | 'storeCopy'
  >;
}

export type FileCopies = ReturnType<typeof createFileCopies>;

/** Pictures and files of other sites that posts show as their own, checked like those of members. */
export function createFileCopies({ db, clock, pictures, attachments: files }: Deps) {
  const setOfPost: SetCopies = async (tx, postId, keys) => {
    const use = { postId, attachedAt: clock.now() };
    const hasOtherPictures = await pictureRows.setCopies(tx, { ...use, keys: keys.pictures });
    return (await setCopiedFiles(tx, { ...use, keys: keys.files })) || hasOtherPictures;
  };

  return {
    storePicture: pictures.storeCopy,
    storeFile: files.storeCopy,
    acceptedName: files.acceptedName,
    /** Bytes of one file. */
    fileMaxBytes: files.maxBytes,
    setOfPost,

    /** The copies that a post has. */
    async ofPost(postId: number): Promise<Copies> {
      const { key, copiedFrom, width, height } = uploads;
      const shown = await db
        .select({ key, copiedFrom, width, height })
        .from(uploads)
        .where(and(eq(uploads.postId, postId), isReadyCopy(uploads)));
      const added = await db
        .select({ key: attachments.key, copiedFrom: attachments.copiedFrom })
        .from(attachments)
        .where(and(eq(attachments.postId, postId), isReadyCopy(attachments)));
      return {
        pictures: new Map(
          shown.map((row) => [
            row.copiedFrom ?? '',
            { key: row.key, url: fileUrl(row.key), width: row.width ?? 0, height: row.height ?? 0 },
          ]),
        ),
        files: new Map(added.map((row) => [row.copiedFrom ?? '', row.key])),
      };
    },
  };
}

function isReadyCopy(table: typeof uploads | typeof attachments) {
  return and(eq(table.status, STATUS.ready), isNotNull(table.copiedFrom));
}
