import type { Attachment } from '@naru/contract/lecture-posts';
import { LIMITS } from '@naru/contract/limits';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { SpooledFile } from '../../platform/storage/spool.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import { checkContent } from './attachments.check.ts';
import { cleanName, kindOf, objectName } from './attachments.names.ts';
import {
  attachAll,
  attachmentRows,
  findDownload,
  findName,
  listOfPost,
} from './attachments.repo.ts';
import { createTransfer, type UploadDeps } from './uploads.transfer.ts';

const LINK_PATH = '/files/attachments/';
const LINK_SECONDS = 60 * 60;
const LINK_EXPIRED = '다운로드 주소가 만료되었습니다. 게시글을 새로고침한 뒤 다시 시도해 주세요.';

/** Files of the materials tab, always served as downloads. */
export function createAttachments(deps: UploadDeps) {
  const { db, clock, storage } = deps;
  const links = signedToken('attachment link', deps.secrets);

  async function storeNamed(name: string, key: string, file: SpooledFile) {
    await checkContent(file.path, requireKind(name));
    await storage.putFile(objectName(key), file.path);
    return { bytes: file.size };
  }
  const transfer = createTransfer(deps, {
    rows: attachmentRows,
    quota: {
      name: 'attachment',
      perDay: 100,
      subjectOf: String,
      message: '오늘 올릴 수 있는 파일 용량을 넘었습니다.',
      refusesLate: true,
    },
    path: '/files/attachment-upload/',
    maxBytes: LIMITS.attachmentMaxBytes,
    tooLarge: 'ATTACHMENT_TOO_LARGE',
    objectNames: (key) => [objectName(key)],
    store: async (key, file) => storeNamed(await findName(db, key), key, file),
  });

  return {
    /**
     * Returns a URL for one PUT of at most 20 MB within 5 minutes. Throws ATTACHMENT_TYPE_UNSUPPORTED
     * for the extension, ATTACHMENT_TOO_LARGE for the declared size, UPLOAD_QUOTA.
     */
    async presign(
      { memberId }: Actor,
      file: { filename: string; contentType: string; size: number },
    ) {
      const name = cleanName(file.filename);
      const { contentType } = requireKind(name);
      if (file.size > LIMITS.attachmentMaxBytes) throw new AppError('ATTACHMENT_TOO_LARGE');
      return transfer.presign({ ownerId: memberId, name, contentType }, file.contentType);
    },

    /**
     * Also throws ATTACHMENT_TOO_LARGE, ATTACHMENT_TYPE_UNSUPPORTED, ATTACHMENT_INVALID, and
     * UPLOAD_QUOTA when concurrent uploads used up the day's quota.
     */
    upload: transfer.upload,

    sweep: transfer.sweep,

    /**
     * Stores a file of the demo content under a new key; the caller inserts the row. Throws what
     * `upload` throws for its bytes.
     */
    async storeFile(name: string, bytes: Buffer) {
      const { contentType } = requireKind(name);
      const store = (key: string, file: SpooledFile) => storeNamed(name, key, file);
      const { key } = await transfer.storeBytes(bytes, store);
      return { key, name, contentType, bytes: bytes.length };
    },

    /**
     * Sets the files of the post, in this order. Throws ATTACHMENT_NOT_READY for a file that is not
     * checked yet, not the member's, or in use by another post. The sweep deletes dropped files.
     */
    async attachToPost(db: Executor, { memberId }: Actor, postId: number, given: string[]) {
      const keys = [...new Set(given)];
      await attachmentRows.release(db, postId, keys);
      if (keys.length === 0) return;
      const count = await attachAll(db, { memberId, postId, keys, attachedAt: clock.now() });
      if (count !== keys.length) throw new AppError('ATTACHMENT_NOT_READY');
    },

    /** Lists the files of a post with download URLs that are valid for an hour. */
    async listOfPost(postId: number): Promise<Attachment[]> {
      const expiresAt = addSeconds(clock.now(), LINK_SECONDS);
      const files = await listOfPost(db, postId);
      return files.map((file) => ({ ...file, url: LINK_PATH + links.sign(file.key, expiresAt) }));
    },

    /** Throws FILE_NOT_FOUND for a forged or expired token and for a deleted post or lecture. */
    async open(token: string): Promise<{ name: string; object: StoredObject }> {
      const link = links.read(token);
      if (link === null) throw new AppError('FILE_NOT_FOUND');
      if (link.expiresAt <= clock.now()) {
        throw new AppError('FILE_NOT_FOUND', { message: LINK_EXPIRED });
      }
      const file = await findDownload(db, String(link.payload));
      const object = file && (await storage.get(objectName(file.key)));
      if (file === null || object === null) throw new AppError('FILE_NOT_FOUND');
      return { name: file.name, object };
    },
  };
}

function requireKind(name: string) {
  const kind = kindOf(name);
  if (kind === null) throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED');
  return kind;
}
