import { Readable } from 'node:stream';
import { addSeconds } from '../../platform/clock.ts';
import { AppError, isOverloaded } from '../../platform/errors.ts';
import { uploads } from '../../platform/metrics/counters.ts';
import { signedToken } from '../../platform/signed-token.ts';
import { StorageError } from '../../platform/storage/storage.ts';
import { createKey } from './file-names.ts';
import { createDirect } from './uploads.direct.ts';
import { createQuota } from './uploads.quota.ts';
import {
  createReceive,
  isRejection,
  type UploadDeps,
  type UploadPolicy,
} from './uploads.receive.ts';
import {
  BROKEN_SECONDS,
  type CopyDraft,
  isBackupRunning,
  type Stored,
  type UploadDraft,
} from './uploads.repo.ts';

/** The PUT must start within this time; it may take longer. */
const GRANT_SECONDS = 5 * 60;
/** A file that went to the store has until then to be checked: its PUT may take ten minutes. */
const CHECK_SECONDS = GRANT_SECONDS + 15 * 60;
/** What a browser sends for a type it does not know. */
const ANY_TYPE = 'application/octet-stream';

export interface UploadRequest {
  token: string;
  /** Content-Type header. */
  contentType: string | undefined;
  /** Content-Length header; null without one. */
  declaredBytes: number | null;
  body: Readable;
}

/** `storeBytes`: size of the file that may go to the store; 0 when it goes to this server. */
type Grant = [key: string, contentType: string, maxBytes: number, storeBytes: number];

interface Presigned {
  uploadUrl: string;
  storeUrl: string | null;
  key: string;
}

/** The life of an upload: signed URL, one PUT spooled to disk, checked and stored objects, sweep. */
export function createTransfer(deps: UploadDeps, policy: UploadPolicy) {
  const { db, clock, storage, spool } = deps;
  const { rows, objectNames } = policy;
  const quota = createQuota(deps.throttle, deps.memberRates.uploads, policy.quota);
  const tokens = signedToken(policy.path, deps.secrets);
  const direct = createDirect(storage);
  const tooLarge = () => new AppError(policy.tooLarge, { message: policy.tooLargeText });
  const { receive, spoolBody } = createReceive({ ...deps, quota, tooLarge, erase }, policy);

  /** Throws UPLOAD_QUOTA. */
  async function begin(draft: UploadDraft): Promise<string> {
    await quota.take(db, draft.ownerId);
    const key = createKey();
    await rows.insert(db, { ...draft, key, createdAt: clock.now() });
    return key;
  }

  /** Throws UPLOAD_DENIED for a forged token, another type, or one older than `seconds`. */
  function requireGrant(token: string, contentType = '', seconds = GRANT_SECONDS) {
    const signed = tokens.read(token);
    const endsAt = signed && addSeconds(signed.expiresAt, seconds - GRANT_SECONDS);
    if (signed === null || endsAt === null || endsAt <= clock.now()) {
      throw new AppError('UPLOAD_DENIED');
    }
    const [key, declared, maxBytes, storeBytes] = JSON.parse(String(signed.payload)) as Grant;
    const isDeclared = declared === contentType || (declared === '' && contentType === ANY_TYPE);
    if (!isDeclared) throw new AppError('UPLOAD_DENIED');
    return { key, maxBytes, storeBytes };
  }

  /**
   * Checks the file that went to the store and makes it an upload like one that came here; false when
   * nothing arrived there.
   */
  async function takeArrived(token: string, contentType?: string): Promise<boolean> {
    const { key, maxBytes, storeBytes } = requireGrant(token, contentType, CHECK_SECONDS);
    const arrived = storeBytes === 0 ? null : await direct.open(key);
    if (arrived === null) return false;
    try {
      if (arrived.size !== storeBytes) throw new AppError('UPLOAD_DENIED');
      const receiving = { body: arrived.body, maxBytes, store: policy.store, mayRepeat: true };
      await counted(receive(key, receiving));
      arrived.done();
    } catch (error) {
      if (isRejection(error)) arrived.done();
      else arrived.close();
      throw error;
    }
    return true;
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
    quota,
    begin,
    receive,

    /** Undoes `begin` of a PUT that nobody will repeat. */
    async cancel(key: string, ownerId: number): Promise<void> {
      await rows.abandon(db, key, null);
      await rows.removeMarked(db, [key]);
      await quota.giveBack(db, ownerId);
    },

    /** Removes what rows marked for removal name; what the store does not remove now, the sweep does. */
    async erase(keys: string[]): Promise<void> {
      await erase(keys).catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
      });
    },

    /**
     * Returns a URL for one PUT of exactly the declared type within 5 minutes; `storeUrl` takes the
     * file itself when it may go to the store, before an empty PUT to `uploadUrl`. `size` is in bytes,
     * 0 for files that must come here. Throws UPLOAD_QUOTA, and STORAGE_UNAVAILABLE before anything is
     * sent in vain.
     */
    async presign(draft: UploadDraft, declaredType: string, size = 0): Promise<Presigned> {
      if ((await storage.check()) === 'down') throw new StorageError(new Error('storage is down'));
      const key = await begin(draft);
      const file = { contentType: declaredType, size, seconds: GRANT_SECONDS };
      const storeUrl = await direct.presign(key, file);
      const grant: Grant = [key, declaredType, policy.maxBytes, storeUrl === null ? 0 : size];
      const token = tokens.sign(JSON.stringify(grant), addSeconds(clock.now(), GRANT_SECONDS));
      return { uploadUrl: `${policy.path}${token}`, storeUrl, key };
    },

    /**
     * Receives the one PUT of a signed URL; an empty one stands for the file in the store. Throws
     * UPLOAD_DENIED (signature, age, type), UPLOAD_USED, BODY_INVALID for an aborted request, and what
     * the policy throws. It may be sent again unless its bytes were stored or rejected.
     */
    async upload({ token, contentType, declaredBytes, body }: UploadRequest): Promise<void> {
      if (declaredBytes === 0 && (await takeArrived(token, contentType))) return;
      const { key, maxBytes } = requireGrant(token, contentType);
      if ((declaredBytes ?? 0) > maxBytes) throw tooLarge();
      await counted(receive(key, { body, maxBytes, store: policy.store, mayRepeat: true }));
    },

    /** Stores bytes under a new key without inserting a row. Throws what the policy throws. */
    async storeBytes(bytes: Buffer, store = policy.store): Promise<Stored & { key: string }> {
      const key = createKey();
      const file = await spoolBody({ body: Readable.from([bytes]), maxBytes: bytes.length });
      try {
        return { key, ...(await store(key, file, null)) };
      } catch (error) {
        await Promise.allSettled([storage.remove(objectNames(key))]);
        throw error;
      } finally {
        await file.discard();
      }
    },

    /**
     * Stores the bytes of a file of another site as a ready upload that the caller attaches, without a
     * quota; the sweep removes what is left of a broken or unused one. Throws what the policy throws.
     */
    async storeCopy(draft: CopyDraft, bytes: Buffer): Promise<Stored & { key: string }> {
      const key = createKey();
      await rows.insert(db, { ...draft, key, createdAt: clock.now() });
      const body = Readable.from([bytes]);
      return {
        key,
        ...(await receive(key, { body, maxBytes: policy.maxBytes, store: policy.store })),
      };
    },

    /** Removes unused uploads and those of deleted posts; returns how many. Safe to interrupt. */
    async sweep(): Promise<number> {
      const now = clock.now();
      await spool.sweep(BROKEN_SECONDS * 1000);
      await storage.direct?.sweep(addSeconds(now, -BROKEN_SECONDS));
      for (let count = 0; ; ) {
        const keys = await rows.markRemovable(db, now);
        if (keys.length === 0 || !(await erase(keys))) return count;
        count += keys.length;
      }
    },
  };
}

async function counted(upload: Promise<Stored>): Promise<void> {
  await upload.catch((error: unknown) => {
    if (!isOverloaded(error)) uploads.inc({ result: 'failed' });
    throw error;
  });
  uploads.inc({ result: 'stored' });
}
