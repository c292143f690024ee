import { createHmac, randomBytes } from 'node:crypto';
import { aessiv } from '@noble/ciphers/aes.js';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';
import { keepFirstKey, updateKey } from './seal.repo.ts';
import { deriveKey } from './secrets.ts';

const KEY_NAME = 'author-seal';
const KEY_BYTES = 64;
/** Seals of the members who were active last; making one takes a tenth of a millisecond. */
const SEALS_KEPT = 20_000;

/** None of the secrets decrypts the keys of this database. */
export class SealError extends Error {}

export type Seal = ReturnType<typeof createSeal>;

/** Separates texts from member ids: neither opens as the other. */
const TEXT_CONTEXT = Buffer.from('text');

/** Encrypts the authors of anonymous content; deterministic: one seal per member. */
export function createSeal(key: Uint8Array) {
  const seals = new LRUCache<number, Buffer>({ max: SEALS_KEPT });
  const hashKey = deriveKey(Buffer.from(key).toString('base64'), 'keyed hash');
  return {
    seal(memberId: number): Buffer {
      const known = seals.get(memberId);
      if (known !== undefined) return known;
      const plain = Buffer.alloc(8);
      plain.writeBigUInt64BE(BigInt(memberId));
      const sealed = Buffer.from(aessiv(key).encrypt(plain));
      seals.set(memberId, sealed);
      return sealed;
    },
    /** Returns null when the seal was not made by this installation. */
    open(sealed: Buffer): number | null {
      const plain = tryDecrypt(() => aessiv(key).decrypt(sealed));
      return plain === null ? null : Number(Buffer.from(plain).readBigUInt64BE());
    },
    /** A hash that only this installation can compute, for texts that are compared but not read. */
    hashText: (text: string): Buffer => createHmac('sha256', hashKey).update(text).digest(),
    /** Encrypts a text deterministically, e.g. the target of a notification. */
    sealText(text: string): Buffer {
      return Buffer.from(aessiv(key, TEXT_CONTEXT).encrypt(Buffer.from(text)));
    },
    /** Returns null when the text was not sealed by this installation. */
    openText(sealed: Buffer): string | null {
      const plain = tryDecrypt(() => aessiv(key, TEXT_CONTEXT).decrypt(sealed));
      return plain === null ? null : Buffer.from(plain).toString();
    },
  };
}

/**
 * Loads the sealing key. It is stored encrypted with the newest of `secrets`, so that a database
 * dump alone decrypts nothing, and re-encrypted after a rotation. Throws SealError when none of the
 * secrets decrypts it.
 */
export async function loadSeal(db: Db, secrets: readonly string[]): Promise<Seal> {
  const wrap = (secret: string) => aessiv(deriveKey(secret, `wrap ${KEY_NAME}`, KEY_BYTES));
  const fresh = Buffer.from(wrap(secrets[0] ?? '').encrypt(randomBytes(KEY_BYTES)));
  const wrapped = await keepFirstKey(db, KEY_NAME, fresh);
  for (const [position, secret] of secrets.entries()) {
    const key = tryDecrypt(() => wrap(secret).decrypt(wrapped));
    if (key === null) continue;
    if (position > 0) {
      const again = Buffer.from(wrap(secrets[0] ?? '').encrypt(key));
      await updateKey(db, KEY_NAME, again);
    }
    return createSeal(key);
  }
  throw new SealError(
    'TOKEN_SECRET does not open the keys of this database; give the former one too',
  );
}

function tryDecrypt(decrypt: () => Uint8Array): Uint8Array | null {
  try {
    return decrypt();
  } catch {
    return null;
  }
}
