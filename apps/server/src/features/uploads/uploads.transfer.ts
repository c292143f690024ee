import { Readable } from 'node:stream';
import type { ErrorCode } from '@naru/contract/errors';
import type { Tx } from '../../db/client.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { signedToken } from '../../platform/signed-token.ts';
import { type Spool, type SpooledFile, SpoolLimitError } from '../../platform/storage/spool.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { Tools } from '../../tools.ts';
import { createKey } from './uploads.keys.ts';
import { createQuota, type QuotaPolicy } from './uploads.quota.ts';
import {
  BROKEN_SECONDS,
  isBackupRunning,
  type Stored,
  type UploadDraft,
  type UploadRows,
} from './uploads.repo.ts';

/** The PUT must start within this time; it may take longer. */
const GRANT_SECONDS = 5 * 60;
/** What a browser sends for a type it does not know. */
const ANY_TYPE = 'application/octet-stream';

export interface UploadDeps extends Pick<Tools, 'db' | 'clock' | 'throttle'> {
  secrets: readonly string[];
  storage: ObjectStorage;
  spool: Spool;
}

export interface UploadPolicy {
  rows: UploadRows;
  quota: QuotaPolicy;
  /** URL path of the PUT, before the token. */
  path: string;
  maxBytes: number;
  tooLarge: ErrorCode;
  /** Replaces the sentence of that error. */
  tooLargeText?: string;
  /** Names of the stored objects of an upload. */
  objectNames(key: string): string[];
  /** Checks the bytes and stores the objects. Throws AppError for rejected bytes. */
  store(key: string, file: SpooledFile, ownerId: number | null): Promise<Stored>;
}

export interface UploadRequest {
  token: string;
  /** Content-Type header. */
  contentType: string | undefined;
  /** Content-Length header, or 0. */
  declaredBytes: number;
  body: Readable;
}

interface Receiving {
  body: Readable;
  maxBytes: number;
  store: UploadPolicy['store'];
  /** Runs first in the transaction that makes the upload ready. */
  beforeReady?: (tx: Tx) => Promise<void>;
}

type Grant = [key: string, contentType: string, maxBytes: number];

/** The life of an upload: signed URL, one PUT spooled to disk, checked and stored objects, sweep. */
export function createTransfer(deps: UploadDeps, policy: UploadPolicy) {
  const { db, clock, storage, spool } = deps;
  const { rows, objectNames } = policy;
  const quota = createQuota(deps.throttle, policy.quota);
  const tokens = signedToken(policy.path, deps.secrets);
  const tooLarge = () => new AppError(policy.tooLarge, { message: policy.tooLargeText });

  /** Throws UPLOAD_QUOTA. */
  async function begin(draft: UploadDraft): Promise<string> {
    await quota.take(db, draft.ownerId);
    const key = createKey();
    await rows.insert(db, { ...draft, key, createdAt: clock.now() });
    return key;
  }

  function requireGrant(token: string, contentType = ''): { key: string; maxBytes: number } {
    const payload = tokens.verify(token, clock.now());
    if (payload === null) throw new AppError('UPLOAD_DENIED');
    const [key, declared, maxBytes] = JSON.parse(String(payload)) as Grant;
    const isDeclared = declared === contentType || (declared === '' && contentType === ANY_TYPE);
    if (!isDeclared) throw new AppError('UPLOAD_DENIED');
    return { key, maxBytes };
  }

  /** Stores a body under a key; removes the objects again when that fails. */
  async function storeBody(
    key: string,
    { body, maxBytes, store }: Receiving,
    ownerId: number | null,
  ): Promise<Stored> {
    const file = await spool.receive(body, maxBytes).catch((error: unknown) => {
      if (error instanceof SpoolLimitError) throw tooLarge();
      if (error instanceof AppError) throw error;
      throw body.destroyed ? new AppError('BODY_INVALID') : error;
    });
    try {
      return await store(key, file, ownerId);
    } catch (error) {
      await storage.remove(objectNames(key));
      throw error;
    } finally {
      await file.discard();
    }
  }

  /** Receives the one PUT of a key; a failed one cannot be repeated. */
  async function receive(key: string, receiving: Receiving): Promise<void> {
    const claimed = await rows.claim(db, key);
    if (claimed === null) throw new AppError('UPLOAD_USED');
    try {
      const stored = await storeBody(key, receiving, claimed.ownerId);
      await db.transaction(async (tx) => {
        await receiving.beforeReady?.(tx);
        const kept = await rows.complete(tx, key, { ...stored, readyAt: clock.now() });
        if (kept === null) throw new AppError('UPLOAD_USED');
        if (kept.ownerId !== null) await quota.addBytes(tx, kept.ownerId, stored.bytes);
      });
    } catch (error) {
      // The sweep deletes what cannot be removed here; the client gets the original error.
      await Promise.allSettled([rows.remove(db, key), storage.remove(objectNames(key))]);
      throw error;
    }
  }

  /**
   * Removes the objects of rows marked for removal, then the rows. While a backup runs, whose rows may
   * still refer to them, it does nothing and returns false: a later sweep removes them.
   */
  async function erase(keys: string[]): Promise<boolean> {
    if (keys.length === 0) return true;
    if (await isBackupRunning(db)) return false;
    await storage.remove(keys.flatMap(objectNames));
    await rows.removeMarked(db, keys);
    return true;
  }

  return {
    begin,
    receive,
    erase,

    /** Returns a URL for one PUT of exactly the declared type within 5 minutes. Throws UPLOAD_QUOTA. */
    async presign(
      draft: UploadDraft,
      declaredType: string,
    ): Promise<{ uploadUrl: string; key: string }> {
      const key = await begin(draft);
      const grant: Grant = [key, declaredType, policy.maxBytes];
      const token = tokens.sign(JSON.stringify(grant), addSeconds(clock.now(), GRANT_SECONDS));
      return { uploadUrl: `${policy.path}${token}`, key };
    },

    /**
     * Receives the one PUT of a signed URL. Throws UPLOAD_DENIED (signature, age, type), UPLOAD_USED,
     * BODY_INVALID for an aborted request, and what the policy throws.
     */
    async upload({ token, contentType, declaredBytes, body }: UploadRequest): Promise<void> {
      const { key, maxBytes } = requireGrant(token, contentType);
      if (declaredBytes > maxBytes) throw tooLarge();
      await receive(key, { body, maxBytes, store: policy.store });
    },

    /** Stores bytes under a new key without inserting a row. Throws what the policy throws. */
    async storeBytes(bytes: Buffer, store = policy.store): Promise<Stored & { key: string }> {
      const key = createKey();
      const body = Readable.from([bytes]);
      return { key, ...(await storeBody(key, { body, maxBytes: bytes.length, store }, null)) };
    },

    /** Removes unused uploads and those of deleted posts; returns how many. Safe to interrupt. */
    async sweep(): Promise<number> {
      const now = clock.now();
      await spool.sweep(BROKEN_SECONDS * 1000);
      for (let count = 0; ; ) {
        const keys = await rows.markRemovable(db, now);
        if (keys.length === 0 || !(await erase(keys))) return count;
        count += keys.length;
      }
    },
  };
}
