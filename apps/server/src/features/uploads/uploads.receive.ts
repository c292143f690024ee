import type { Readable } from 'node:stream';
import type { ErrorCode } from '@naru/contract/errors';
import type { Tx } from '../../db/client.ts';
import { AppError, isOverloaded } from '../../platform/errors.ts';
import { type Spool, type SpooledFile, SpoolLimitError } from '../../platform/storage/spool.ts';
import { StorageError } from '../../platform/storage/storage.ts';
import type { Tools } from '../tools.ts';
import type { createQuota, QuotaPolicy } from './uploads.quota.ts';
import type { Stored, UploadRows } from './uploads.repo.ts';

export interface UploadDeps
  extends Pick<Tools, 'db' | 'clock' | 'throttle' | 'memberRates' | 'storage'> {
  secrets: readonly string[];
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
  /** Throws OVERLOADED, before anything is read, for a file that would wait too long. */
  requireRoom?(ownerId: number | null): void;
  /** Checks the bytes and stores the objects. Throws AppError for rejected bytes, OVERLOADED before it begins. */
  store(key: string, file: SpooledFile, ownerId: number | null): Promise<Stored>;
}

export interface Incoming {
  body: Readable;
  /** Aborts when the body will not be complete, although it does not fail. */
  signal?: AbortSignal;
}

interface Body extends Incoming {
  maxBytes: number;
}

interface Receiving extends Body {
  /** Its address may be used again when the bytes did not arrive or could not be stored. */
  mayRepeat?: boolean;
  store: UploadPolicy['store'];
  /** Runs first in the transaction that makes the upload ready. */
  beforeReady?: (tx: Tx) => Promise<void>;
}

interface ReceiveDeps extends Pick<UploadDeps, 'db' | 'clock' | 'spool'> {
  quota: Pick<ReturnType<typeof createQuota>, 'addBytes'>;
  tooLarge: () => AppError;
  /** Removes the objects of rows marked for removal, then the rows. */
  erase: (keys: string[]) => Promise<unknown>;
}

/** The one PUT of an upload: spooled, claimed, checked and stored. */
export function createReceive(deps: ReceiveDeps, policy: UploadPolicy) {
  const { db, clock, spool, quota, tooLarge, erase } = deps;
  const { rows } = policy;
  /** Keys whose body is on its way to this process. */
  const arriving = new Set<string>();
  return { receive, spoolBody };

  /** Throws BODY_INVALID for a body that was cut, and what the policy throws for a large one. */
  function spoolBody({ body, signal, maxBytes }: Body): Promise<SpooledFile> {
    return spool.receive(body, { maxBytes, signal }).catch((error: unknown) => {
      if (error instanceof SpoolLimitError) throw tooLarge();
      if (error instanceof AppError) throw error;
      throw body.destroyed || signal?.aborted === true ? new AppError('BODY_INVALID') : error;
    });
  }

  /**
   * Receives the one PUT of a key. It is claimed once all its bytes are here, so that one that was cut, or whose
   * server was killed, has used nothing up. Meanwhile a second one is refused before its body: any number of them
   * would else fill the disk.
   */
  async function receive(key: string, receiving: Receiving): Promise<Stored> {
    const open = await rows.findOpen(db, key, clock.now());
    if (open === null || arriving.has(key)) throw new AppError('UPLOAD_USED');
    arriving.add(key);
    try {
      return await receiveOpen(key, open.ownerId, receiving);
    } finally {
      arriving.delete(key);
    }
  }

  async function receiveOpen(
    key: string,
    ownerId: number | null,
    receiving: Receiving,
  ): Promise<Stored> {
    let claimedAt: Date | null = null;
    try {
      policy.requireRoom?.(ownerId);
      const file = await spoolBody(receiving);
      try {
        const now = clock.now();
        if (!(await rows.claim(db, key, now))) throw new AppError('UPLOAD_USED');
        claimedAt = now;
        return await storeClaimed(key, claimedAt, { ...receiving, file, ownerId });
      } finally {
        await file.discard();
      }
    } catch (error) {
      // The sweep deletes what cannot be removed here; the client gets the original error.
      await Promise.allSettled([giveUp(key, claimedAt, { error, ...receiving })]);
      throw error;
    }
  }

  async function storeClaimed(
    key: string,
    claimedAt: Date,
    {
      file,
      ownerId,
      store,
      beforeReady,
    }: Receiving & { file: SpooledFile; ownerId: number | null },
  ): Promise<Stored> {
    const stored = await store(key, file, ownerId);
    await db.transaction(async (tx) => {
      await beforeReady?.(tx);
      const completed = await rows.complete(tx, key, {
        ...stored,
        claimedAt,
        readyAt: clock.now(),
      });
      if (completed === null) throw new AppError('UPLOAD_USED');
      if (completed.ownerId !== null) await quota.addBytes(tx, completed.ownerId, stored.bytes);
    });
    return stored;
  }

  /** Opens the key for another try, unless its bytes were rejected or nobody will try. */
  async function giveUp(
    key: string,
    claimedAt: Date | null,
    { error, mayRepeat = false }: { error: unknown; mayRepeat?: boolean },
  ): Promise<void> {
    if (isOverloaded(error) || (mayRepeat && !isRejection(error))) {
      if (claimedAt !== null) await rows.reopen(db, key, claimedAt);
      return;
    }
    const isMine = await rows.abandon(db, key, claimedAt);
    // A store that is away would only keep the client waiting.
    if (isMine && !(error instanceof StorageError)) await erase([key]);
  }
}

/** Refusals that say nothing of the bytes. */
const OF_ANOTHER_TIME: readonly string[] = ['BODY_INVALID', 'UPLOAD_USED', 'STORAGE_UNAVAILABLE'];

/** Of the bytes, which would be rejected again. */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof AppError) || isOverloaded(error)) return false;
  return !OF_ANOTHER_TIME.includes(error.code);
}
