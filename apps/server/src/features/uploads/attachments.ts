import {
  type AttachmentPolicy,
  attachmentTooLarge,
  attachmentTypeRefused,
} from '@naru/contract/attachments';
import type { Attachment } from '@naru/contract/files';
import { hasRole } from '@naru/contract/roles';
import type { Executor, Tx } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { SpooledFile } from '../../platform/storage/spool.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import type { Tools } from '../tools.ts';
import { checkContent } from './attachments.check.ts';
import { cleanName, type FileKind, kindOf, objectName } from './attachments.names.ts';
import {
  attachAll,
  attachmentRows,
  attachToInquiry,
  findDownload,
  findName,
  findReader,
  listOfInquiry,
  listOfPost,
  listUnused,
} from './attachments.repo.ts';
import { createFileTexts } from './texts/file-texts.ts';
import type { UploadDeps } from './uploads.receive.ts';
import { createTransfer } from './uploads.transfer.ts';

const LINK_PATH = '/files/attachments/';
const LINK_SECONDS = 60 * 60;
const LINK_EXPIRED = '내려받기 주소가 만료되었습니다. 페이지를 새로 고친 뒤 다시 시도해 주세요.';

export interface AttachmentDeps extends UploadDeps, Pick<Tools, 'seal'> {
  /** What this installation accepts. */
  policy: AttachmentPolicy;
}

type FileRow = Awaited<ReturnType<typeof listOfPost>>[number];

/** Files of posts and inquiries, always served as downloads. */
export function createAttachments(deps: AttachmentDeps) {
  const { db, clock, seal, storage, policy } = deps;
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
    maxBytes: policy.maxBytes,
    tooLarge: 'ATTACHMENT_TOO_LARGE',
    tooLargeText: attachmentTooLarge(policy),
    objectNames: (key) => [objectName(key)],
    store: async (key, file) => storeNamed(await findName(db, key), key, file),
  });

  const texts = createFileTexts({
    ...{ db, clock },
    open: (key) => storage.get(objectName(key)),
    isStoreUp: async () => (await storage.check()) === 'up',
  });

  return {
    /**
     * Returns a URL for one PUT of at most `policy.maxBytes` that begins within 5 minutes. Throws ATTACHMENT_TYPE_UNSUPPORTED
     * for the extension, ATTACHMENT_TOO_LARGE for the declared size, UPLOAD_QUOTA.
     */
    async presign(
      { memberId }: Actor,
      file: { filename: string; contentType: string; size: number },
    ) {
      const name = cleanName(file.filename);
      const kind = kindOf(name, policy.endings);
      if (kind === null) {
        const message = attachmentTypeRefused(policy);
        throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED', { message });
      }
      const { contentType } = kind;
      if (file.size > policy.maxBytes) {
        throw new AppError('ATTACHMENT_TOO_LARGE', { message: attachmentTooLarge(policy) });
      }
      const draft = { ownerId: memberId, name, contentType };
      return transfer.presign(draft, file.contentType, file.size);
    },

    /**
     * Also throws ATTACHMENT_TOO_LARGE, ATTACHMENT_TYPE_UNSUPPORTED, ATTACHMENT_INVALID, and
     * UPLOAD_QUOTA when concurrent uploads used up the day's quota.
     */
    upload: transfer.upload,

    sweep: transfer.sweep,

    readTexts: texts.readWaiting,

    quota: transfer.quota,

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

    /** Bytes of one file. */
    maxBytes: policy.maxBytes,

    /** The first of the names, cleaned, that a file of a post may have; null without one. */
    acceptedName: (names: readonly string[]): string | null =>
      names.map(cleanName).find((name) => isForPost(kindOf(name, policy.endings))) ?? null,

    /**
     * Stores a file of another site under an accepted name, to be attached by `setCopies`; returns its key.
     * Throws ATTACHMENT_TOO_LARGE, ATTACHMENT_TYPE_UNSUPPORTED, ATTACHMENT_INVALID.
     */
    async storeCopy(file: { name: string; copiedFrom: string }, bytes: Buffer): Promise<string> {
      const { contentType } = requireKind(file.name);
      const { key } = await transfer.storeCopy({ ownerId: null, contentType, ...file }, bytes);
      return key;
    },

    /**
     * Sets the files of the post, in this order. Throws ATTACHMENT_NOT_READY for a file that is not
     * checked yet, not the member's, a picture, or in use elsewhere. The sweep deletes dropped files.
     */
    async attachToPost(
      db: Executor,
      { memberId }: Actor,
      { postId, given }: { postId: number; given: readonly string[] },
    ) {
      const keys = [...new Set(given)];
      await attachmentRows.release(db, postId, keys);
      if (keys.length === 0) return;
      const count = await attachAll(db, { memberId, postId, keys, attachedAt: clock.now() });
      if (count !== keys.length) throw new AppError('ATTACHMENT_NOT_READY');
    },

    /** Attaches the asker's files to a new inquiry. Throws ATTACHMENT_NOT_READY like `attachToPost`. */
    async attachToInquiry(
      db: Executor,
      { memberId }: Pick<Actor, 'memberId'>,
      { inquiryId, given }: { inquiryId: number; given: readonly string[] },
    ) {
      const keys = [...new Set(given)];
      if (keys.length === 0) return;
      const use = { keys, inquiryId, memberId, attachedAt: clock.now() };
      if ((await attachToInquiry(db, use)) !== keys.length) {
        throw new AppError('ATTACHMENT_NOT_READY');
      }
    },

    /**
     * Lists the named files of a member that wait for their post, such as those of a scheduled
     * notice; in use elsewhere or of others are left out.
     */
    listUnused: async (executor: Executor, ownerId: number, keys: readonly string[]) =>
      keys.length === 0 ? [] : listUnused(executor, ownerId, [...new Set(keys)]),

    /**
     * Whether the files wait for a post of the actor; the sweep leaves them alone until the transaction
     * ends.
     */
    async areReadyOf(tx: Tx, { memberId }: Actor, given: readonly string[]): Promise<boolean> {
      const keys = [...new Set(given)].toSorted();
      return (await listUnused(tx, memberId, keys).for('update')).length === keys.length;
    },

    /** Lists the files of a post with download URLs that are valid for an hour, for the actor. */
    listOfPost: async (actor: Actor, postId: number): Promise<Attachment[]> =>
      withUrls(actor, await listOfPost(db, postId)),

    linkFor,

    /** The same for an inquiry. */
    listOfInquiry: async (
      executor: Executor,
      actor: Actor,
      inquiryId: number,
    ): Promise<Attachment[]> => withUrls(actor, await listOfInquiry(executor, inquiryId)),

    /**
     * Throws FILE_NOT_FOUND for a forged or expired token, and when the member who received it may no
     * longer read the post or inquiry.
     */
    async open(token: string): Promise<{ key: string; name: string; object: StoredObject }> {
      const link = links.read(token);
      if (link === null) throw new AppError('FILE_NOT_FOUND');
      if (link.expiresAt <= clock.now()) {
        throw new AppError('FILE_NOT_FOUND', { message: LINK_EXPIRED });
      }
      const file = await findReadable(link.payload);
      const object = file && (await storage.get(objectName(file.key)));
      if (file === null || object === null) throw new AppError('FILE_NOT_FOUND');
      return { key: file.key, name: file.name, object };
    },
  };

  /** Sealed, because an address that someone passes on must not reveal whose it was. */
  function linkFor({ memberId }: Actor, key: string): string {
    const link = seal.sealText(`${memberId} ${key}`);
    return LINK_PATH + links.sign(link, addSeconds(clock.now(), LINK_SECONDS));
  }

  function withUrls(actor: Actor, files: readonly FileRow[]): Attachment[] {
    return files.map((file) => ({ ...file, url: linkFor(actor, file.key) }));
  }

  async function findReadable(link: Buffer) {
    const [memberId, key] = seal.openText(link)?.split(' ') ?? [];
    if (memberId === undefined || key === undefined) return null;
    const reader = await findReader(db, Number(memberId), clock.now());
    if (reader === null) return null;
    const viewer = roomViewer({ memberId: Number(memberId), roles: reader.roles });
    return findDownload(db, key, {
      ...viewer,
      isAdmin: hasRole(reader.roles, 'ADMIN'),
      seesBlinded: hasRole(reader.roles, 'MANAGER'),
    });
  }
}

/** Pictures belong into the text. */
function isForPost(kind: FileKind | null): boolean {
  return kind !== null && !kind.contentType.startsWith('image/');
}

function requireKind(name: string) {
  const kind = kindOf(name);
  if (kind === null) throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED');
  return kind;
}
