import { Readable } from 'node:stream';
import { LIMITS } from '@naru/contract/limits';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type Spool, type SpooledFile, SpoolLimitError } from '../../platform/storage/spool.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { UploadTokens } from '../../platform/storage/upload-tokens.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import { checkContent } from './attachments.check.ts';
import { cleanName, createKey, keyOfObject, kindOf, objectName } from './attachments.names.ts';
import {
  claimAttachment,
  completeAttachment,
  deleteAttachment,
  insertAttachment,
} from './attachments.repo.ts';

const HOUR = 60 * 60;
/** A large file on a slow line takes its time; the PUT itself has to begin by then. */
const GRANT_SECONDS = 5 * 60;
const PER_HOUR: Limit = { max: 60, seconds: HOUR };
const PER_DAY: Limit = { max: 100, seconds: 24 * HOUR };
/** Megabytes a day; each file counts in whole ones. */
const MEGABYTES: Limit = { max: 500, seconds: 24 * HOUR };
const MEGABYTE = 1_048_576;
/** What a browser sends for a type it does not know. */
const ANY_TYPE = 'application/octet-stream';
const QUOTA_PASSED = '오늘 올릴 수 있는 파일 용량을 넘었습니다.';

export interface UploadDeps {
  db: Db;
  clock: Clock;
  throttle: Throttle;
  storage: Pick<ObjectStorage, 'putFile' | 'remove'>;
  spool: Pick<Spool, 'receive'>;
  uploadTokens: UploadTokens;
}

export interface AttachmentUpload {
  token: string;
  /** Header content-type of the PUT. */
  contentType: string | undefined;
  /** Header content-length of the PUT, when there is one. */
  declaredBytes: number;
  body: Readable;
}

export function createAttachmentUploads(deps: UploadDeps) {
  const { db, clock, throttle, storage, spool, uploadTokens } = deps;

  return {
    /**
     * An address for one PUT of at most 20 MB within 5 minutes, of exactly the declared type. Throws
     * ATTACHMENT_TYPE_UNSUPPORTED by the ending of the name, ATTACHMENT_TOO_LARGE by the declared
     * size, UPLOAD_QUOTA beyond 60 files an hour, 100 or 500 MB a day (quality UP-08, UP-13).
     */
    async presign(actor: Actor, file: { filename: string; contentType: string; size: number }) {
      const name = cleanName(file.filename);
      const kind = kindOf(name);
      if (kind === null) throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED');
      if (file.size > LIMITS.attachmentMaxBytes) throw new AppError('ATTACHMENT_TOO_LARGE');
      await takeQuota(actor.memberId);
      const key = createKey();
      const now = clock.now();
      const { contentType } = kind;
      await insertAttachment(db, {
        key,
        ownerId: actor.memberId,
        name,
        contentType,
        createdAt: now,
      });
      const token = uploadTokens.sign({
        key: objectName(key),
        contentType: file.contentType,
        maxBytes: LIMITS.attachmentMaxBytes,
        expiresAt: addSeconds(now, GRANT_SECONDS),
      });
      return { uploadUrl: `/files/attachment-upload/${token}`, key };
    },

    /**
     * Stores a file under a new key, without a row: the caller writes that itself (demo content).
     * Throws what `upload` throws for its bytes.
     */
    async storeFile(name: string, bytes: Buffer) {
      const kind = kindOf(name);
      if (kind === null) throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED');
      const key = createKey();
      await store(key, name, await receive(Readable.from([bytes]), bytes.length));
      return { key, name, contentType: kind.contentType, bytes: bytes.length };
    },

    /**
     * Takes the one PUT of a signed address, through a file on the disk. Throws UPLOAD_DENIED
     * (signature, age, type), UPLOAD_USED, ATTACHMENT_TOO_LARGE, ATTACHMENT_TYPE_UNSUPPORTED,
     * ATTACHMENT_INVALID, UPLOAD_QUOTA when files that were sent meanwhile have used up the day; a
     * failed upload is over, and nothing of it is kept.
     */
    async upload({ token, contentType, declaredBytes, body }: AttachmentUpload): Promise<void> {
      const { key, maxBytes } = requireGrant(token, contentType);
      if (declaredBytes > maxBytes) throw new AppError('ATTACHMENT_TOO_LARGE');
      const name = await claimAttachment(db, key);
      if (name === null) throw new AppError('UPLOAD_USED');
      try {
        const bytes = await store(key, name, await receive(body, maxBytes));
        await db.transaction(async (tx) => {
          const kept = await completeAttachment(tx, key, { bytes, readyAt: clock.now() });
          if (kept === null) throw new AppError('UPLOAD_USED');
          if (kept.ownerId !== null) await addBytes(tx, kept.ownerId, bytes);
        });
      } catch (error) {
        await deleteAttachment(db, key);
        await storage.remove([objectName(key)]);
        throw error;
      }
    },
  };

  function requireGrant(token: string, contentType = '') {
    const grant = uploadTokens.verify(token);
    const key = grant === null ? null : keyOfObject(grant.key);
    const isDeclared =
      grant?.contentType === contentType || (grant?.contentType === '' && contentType === ANY_TYPE);
    if (grant === null || key === null || !isDeclared) throw new AppError('UPLOAD_DENIED');
    return { key, maxBytes: grant.maxBytes };
  }

  async function receive(body: Readable, maxBytes: number): Promise<SpooledFile> {
    return spool.receive(body, maxBytes).catch((error: unknown) => {
      if (error instanceof SpoolLimitError) throw new AppError('ATTACHMENT_TOO_LARGE');
      throw body.destroyed ? new AppError('BODY_INVALID') : error;
    });
  }

  async function store(key: string, name: string, file: SpooledFile): Promise<number> {
    try {
      const kind = kindOf(name);
      if (kind === null) throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED');
      await checkContent(file.path, kind);
      await storage.putFile(objectName(key), file.path);
      return file.size;
    } finally {
      await file.discard();
    }
  }

  async function takeQuota(memberId: number): Promise<void> {
    const megabytes = await throttle.peek(db, `attachment bytes ${memberId}`);
    if (megabytes.count >= MEGABYTES.max) {
      refuseQuota(megabytes.seconds);
    }
    await throttle.hit(db, `attachment hour ${memberId}`, PER_HOUR, 'UPLOAD_QUOTA');
    await throttle.hit(db, `attachment day ${memberId}`, PER_DAY, 'UPLOAD_QUOTA');
  }

  async function addBytes(executor: Executor, memberId: number, bytes: number): Promise<void> {
    const key = `attachment bytes ${memberId}`;
    const count = Math.ceil(bytes / MEGABYTE);
    // Counted first: files that arrive at once wait here for each other.
    await throttle.count(executor, key, MEGABYTES, count);
    const day = await throttle.peek(executor, key);
    if (day.count - count >= MEGABYTES.max) refuseQuota(day.seconds);
  }
}

function refuseQuota(retryAfter: number): never {
  throw new AppError('UPLOAD_QUOTA', { message: QUOTA_PASSED, retryAfter });
}
