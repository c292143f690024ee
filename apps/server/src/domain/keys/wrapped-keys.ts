import { createECDH, randomBytes } from 'node:crypto';
import { aessiv } from '@noble/ciphers/aes.js';
import type { Db } from '../../db/client.ts';
import type { VapidKeys } from '../../platform/push/push-sender.ts';
import { createSeal, type Seal } from '../../platform/seal.ts';
import { deriveKey, tryDecrypt } from '../../platform/secrets.ts';
import { deleteKey, insertFirstKey, updateKey } from './wrapped-keys.repo.ts';

const WRAP_BYTES = 64;
const SEAL_KEY = 'author-seal';
const SEAL_KEY_BYTES = 64;

/** None of the secrets decrypts the keys of this database. */
export class SealError extends Error {}

function wrapping(secret: string, name: string) {
  return aessiv(deriveKey(secret, `wrap ${name}`, WRAP_BYTES));
}

/** Whether one of the secrets decrypts a stored key. */
export function opensKey(secrets: readonly string[], name: string, wrapped: Buffer): boolean {
  return secrets.some(
    (secret) => tryDecrypt(() => wrapping(secret, name).decrypt(wrapped)) !== null,
  );
}

/**
 * Loads a key of this installation, which `make` generates at the first start. It is stored encrypted
 * with the newest of `secrets`, so that a database dump alone decrypts nothing, and re-encrypted after
 * a rotation of them. Throws SealError when none of the secrets decrypts it.
 */
export async function loadWrappedKey(
  db: Db,
  secrets: readonly string[],
  { name, make }: { name: string; make: () => Uint8Array },
): Promise<Buffer> {
  const wrap = (secret: string) => wrapping(secret, name);
  const fresh = Buffer.from(wrap(secrets[0] ?? '').encrypt(make()));
  const wrapped = await insertFirstKey(db, name, fresh);
  for (const [position, secret] of secrets.entries()) {
    const key = tryDecrypt(() => wrap(secret).decrypt(wrapped));
    if (key === null) continue;
    if (position > 0) {
      await updateKey(db, name, Buffer.from(wrap(secrets[0] ?? '').encrypt(key)));
    }
    return key;
  }
  throw new SealError(
    'TOKEN_SECRET does not open the keys of this database; give the former one too',
  );
}

/** Loads the sealing key. Throws SealError when none of the secrets decrypts it. */
export async function loadSeal(db: Db, secrets: readonly string[]): Promise<Seal> {
  const make = () => randomBytes(SEAL_KEY_BYTES);
  return createSeal(await loadWrappedKey(db, secrets, { name: SEAL_KEY, make }));
}

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
