import { Readable } from 'node:stream';
import type { ErrorCode } from '@naru/contract/errors';
import type { Db, Tx } from '../../db/client.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { signedToken } from '../../platform/signed-token.ts';
import { type Spool, type SpooledFile, SpoolLimitError } from '../../platform/storage/spool.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { createKey } from './uploads.keys.ts';
import { createQuota, type QuotaPolicy } from './uploads.quota.ts';
import type { Stored, UploadRows } from './uploads.repo.ts';

const HOUR = 60 * 60;
/** By then the PUT has to begin; a large file on a slow line may take longer. */
const GRANT_SECONDS = 5 * 60;
/** Unused uploads are kept this long. */
const UNUSED_SECONDS = 24 * HOUR;
/** Uploads of deleted posts: out of reach at once, gone from the disk within a day. */
const DELETED_SECONDS = 12 * HOUR;
/** No PUT takes this long: its server was killed, or could not reach its database. */
const BROKEN_SECONDS = HOUR;
const SWEEP_BATCH = 200;
/** What a browser sends for a type it does not know. */
const ANY_TYPE = 'application/octet-stream';

export interface UploadDeps {
  db: Db;
  clock: Clock;
  /** Newest first. */
  secrets: readonly string[];
  throttle: Throttle;
  storage: ObjectStorage;
  spool: Spool;
}

/** What one kind of uploads has of its own. */
export interface UploadPolicy {
  rows: UploadRows;
  quota: QuotaPolicy;
  /** Address of the PUT, before its token. */
  path: string;
  maxBytes: number;
  tooLarge: ErrorCode;
  /** Names of the objects in the storage that an upload consists of. */
  objectNames(key: string): string[];
  /** Checks the bytes and stores the objects. Throws AppError for bytes that are not taken. */
  store(key: string, file: SpooledFile): Promise<Stored>;
}

export interface UploadRequest {
  token: string;
  /** Header content-type of the PUT. */
  contentType: string | undefined;
  /** Header content-length of the PUT, when there is one. */
  declaredBytes: number;
  body: Readable;
}

/** A new row: the owner's, of the type that is kept. */
interface Draft {
  ownerId: number;
  contentType: string;
  name?: string;
}

/** A PUT of which only some is up to the policy. */
interface Receiving {
  body: Readable;
  maxBytes: number;
  store: UploadPolicy['store'];
  /** Runs first in the transaction that makes the upload ready. */
  before?: (tx: Tx) => Promise<void>;
}

type Grant = [key: string, contentType: string, maxBytes: number];

export type Transfer = ReturnType<typeof createTransfer>;

/** The way of an upload: signed address, one PUT through a file on the disk, checked objects, sweep. */
export function createTransfer(deps: UploadDeps, policy: UploadPolicy) {
  const { db, clock, storage, spool } = deps;
  const { rows, objectNames } = policy;
  const quota = createQuota(deps.throttle, policy.quota);
  const tokens = signedToken(policy.path, deps.secrets);

  /** Throws UPLOAD_QUOTA. */
  async function begin(draft: Draft): Promise<string> {
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

  /** Stores a body under a key; nothing is left behind when that fails. */
  async function storeBody(key: string, { body, maxBytes, store }: Receiving): Promise<Stored> {
    const file = await spool.receive(body, maxBytes).catch((error: unknown) => {
      if (error instanceof SpoolLimitError) throw new AppError(policy.tooLarge);
      if (error instanceof AppError) throw error;
      throw body.destroyed ? new AppError('BODY_INVALID') : error;
    });
    try {
      return await store(key, file);
    } catch (error) {
      await storage.remove(objectNames(key));
      throw error;
    } finally {
      await file.discard();
    }
  }

  /** Takes the one PUT of a key; a failed one is over, and nothing of it is kept. */
  async function receive(key: string, receiving: Receiving): Promise<void> {
    if (!(await rows.claim(db, key))) throw new AppError('UPLOAD_USED');
    try {
      const stored = await storeBody(key, receiving);
      await db.transaction(async (tx) => {
        await receiving.before?.(tx);
        const kept = await rows.complete(tx, key, { ...stored, readyAt: clock.now() });
        if (kept === null) throw new AppError('UPLOAD_USED');
        if (kept.ownerId !== null) await quota.addBytes(tx, kept.ownerId, stored.bytes);
      });
    } catch (error) {
      // What cannot be removed now is left to the sweep; the sender is told the first error.
      await Promise.allSettled([rows.remove(db, key), storage.remove(objectNames(key))]);
      throw error;
    }
  }

  return {
    begin,
    receive,

    /** An address for one PUT within 5 minutes, of exactly the declared type. Throws UPLOAD_QUOTA. */
    async presign(draft: Draft, declaredType: string): Promise<{ uploadUrl: string; key: string }> {
      const key = await begin(draft);
      const grant: Grant = [key, declaredType, policy.maxBytes];
      const token = tokens.sign(JSON.stringify(grant), addSeconds(clock.now(), GRANT_SECONDS));
      return { uploadUrl: `${policy.path}${token}`, key };
    },

    /**
     * Takes the one PUT of a signed address. Throws UPLOAD_DENIED (signature, age, type), UPLOAD_USED,
     * BODY_INVALID when the sender broke off, and what the policy throws.
     */
    async upload({ token, contentType, declaredBytes, body }: UploadRequest): Promise<void> {
      const { key, maxBytes } = requireGrant(token, contentType);
      if (declaredBytes > maxBytes) throw new AppError(policy.tooLarge);
      await receive(key, { body, maxBytes, store: policy.store });
    },

    /** Stores bytes under a new key, without a row. Throws what the policy throws. */
    async storeBytes(bytes: Buffer, store = policy.store): Promise<Stored & { key: string }> {
      const key = createKey();
      const body = Readable.from([bytes]);
      return { key, ...(await storeBody(key, { body, maxBytes: bytes.length, store })) };
    },

    /** Removes the objects of rows that are marked as removable, then the rows. */
    async erase(keys: string[]): Promise<void> {
      if (keys.length === 0) return;
      await storage.remove(keys.flatMap(objectNames));
      await rows.removeMarked(db, keys);
    },

    /** Removes unused uploads and those of deleted posts; returns how many. Safe to break off. */
    async sweep(): Promise<number> {
      const now = clock.now();
      await spool.sweep(BROKEN_SECONDS * 1000);
      for (let count = 0; ; ) {
        const keys = await rows.markRemovable(db, {
          unusedBefore: addSeconds(now, -UNUSED_SECONDS),
          brokenBefore: addSeconds(now, -BROKEN_SECONDS),
          deletedBefore: addSeconds(now, -DELETED_SECONDS),
          limit: SWEEP_BATCH,
        });
        if (keys.length === 0) return count;
        await this.erase(keys);
        count += keys.length;
      }
    },
  };
}
