import { createECDH } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import type { VapidKeys } from '../../platform/push/push-sender.ts';
import { deleteKey } from './wrapped-keys.repo.ts';
import { loadWrappedKey } from './wrapped-keys.ts';

/** Name of the key among those of the installation. */
const VAPID_KEY = 'push';

/**
 * The keys of this installation, made when they are first needed and the same on all servers of its
 * database. Throws SealError when none of the secrets decrypts them.
 */
export function createVapid({ db, secrets }: { db: Db; secrets: readonly string[] }) {
  let loaded: Promise<VapidKeys> | null = null;
  return (): Promise<VapidKeys> => {
    loaded ??= load(db, secrets).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/** New ones are made by the next server that starts. Devices with the former ones get nothing more. */
export function deleteVapid(db: Db): Promise<void> {
  return deleteKey(db, VAPID_KEY);
}

async function load(db: Db, secrets: readonly string[]): Promise<VapidKeys> {
  const pair = createECDH('prime256v1');
  const make = () => {
    pair.generateKeys();
    return paddedKey(pair.getPrivateKey());
  };
  const key = await loadWrappedKey(db, secrets, { name: VAPID_KEY, make });
  pair.setPrivateKey(key);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: key.toString('base64url'),
  };
}

/** 32 bytes: Node leaves out zeros in front. */
function paddedKey(key: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - key.length), key]);
}
