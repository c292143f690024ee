import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { createDiskStorage } from './disk-storage.ts';
import { corsRule } from './s3/s3-direct.ts';
import type { S3Settings } from './s3/s3-signing.ts';
import { createS3Storage } from './s3/s3-storage.ts';
import type { ObjectStorage } from './storage.ts';

export interface StorageEnv {
  DATA_DIR: string;
  PUBLIC_URL: string;
  S3: S3Settings | null;
}

/** Storage of the files of an installation: its bucket, or a folder of DATA_DIR. */
export function createStorage(env: StorageEnv, clock: Clock): ObjectStorage {
  if (env.S3 === null) return createDiskStorage(join(env.DATA_DIR, 'files'));
  const pages = storeOrigin(env) === null ? null : pagesOrigin(env);
  return createS3Storage({ settings: env.S3, clock, pages });
}

const pagesOrigin = ({ PUBLIC_URL }: StorageEnv) => new URL(PUBLIC_URL).origin;

/**
 * Origin to which pages send files besides this server; null: nowhere else. A page of an https site may
 * not send to http.
 */
export function storeOrigin({ PUBLIC_URL, S3 }: StorageEnv): string | null {
  if (S3 === null) return null;
  const isMixed = PUBLIC_URL.startsWith('https:') && S3.endpoint.startsWith('http:');
  return isMixed ? null : S3.endpoint;
}

/** What an operator should know at the start; `fatal` when the settings can never work. */
export interface StorageReport {
  fatal: string | null;
  /** One sentence each. */
  warnings: string[];
}

/** Tries the storage: a wrong setting is fatal, a store that is away is not. */
export async function reportStorage(env: StorageEnv, clock: Clock): Promise<StorageReport> {
  if (env.S3 === null) return { fatal: null, warnings: [] };
  const { endpoint } = env.S3;
  const storage = createS3Storage({ settings: env.S3, clock, pages: pagesOrigin(env) });
  const [trouble, areAllowed] = await Promise.all([
    storage.findTrouble(),
    storage.direct?.areAllowed(),
  ]);
  if (trouble !== null && 'wrongSetting' in trouble) {
    return { fatal: trouble.wrongSetting, warnings: [] };
  }
  if (trouble !== null) {
    const away = `S3_ENDPOINT ${endpoint} is away (${trouble.away}): files cannot be stored or read until it is back, everything else works`;
    return { fatal: null, warnings: [away] };
  }
  if (storeOrigin(env) === null) {
    const mixed = `S3_ENDPOINT ${endpoint} is not https like PUBLIC_URL: browsers send all files through this server`;
    return { fatal: null, warnings: [mixed] };
  }
  if (areAllowed === true) return { fatal: null, warnings: [] };
  const rule = `The bucket lets no page of this site send files, so all of them go through this server. Its CORS rule would be ${corsRule(pagesOrigin(env))}`;
  return { fatal: null, warnings: [rule] };
}
