import type { Copies, SetCopies } from '../../domain/sources/copies.ts';
import type { Tools } from '../tools.ts';
import { setCopiedFiles } from './attachments.repo.ts';
import type { createAttachments } from './attachments.ts';
import { listCopiedFiles, listCopiedPictures } from './copies.repo.ts';
import { fileUrl } from './file-names.ts';
import { pictureRows } from './pictures.repo.ts';
import type { createPictures } from './pictures.ts';

interface Deps extends Pick<Tools, 'db' | 'clock'> {
  pictures: Pick<ReturnType<typeof createPictures>, 'storeCopy'>;
  attachments: Pick<
    ReturnType<typeof createAttachments>,
    'acceptedName' | 'maxBytes' | 'storeCopy'
  >;
}

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
      const shown = await listCopiedPictures(db, postId);
      const added = await listCopiedFiles(db, postId);
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
