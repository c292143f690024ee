import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { aessiv } from '@noble/ciphers/aes.js';
import { LRUCache } from 'lru-cache';
import { deriveKey, tryDecrypt } from './secrets.ts';

/** Cached seals of recently active members; making a seal takes a tenth of a millisecond. */
const SEALS_CACHED = 20_000;

export type Seal = ReturnType<typeof createSeal>;

const MEMBER_CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Separates texts from member ids: neither opens as the other. */
const TEXT_CONTEXT = Buffer.from('text');

/** First byte of a seal that belongs to an item; it also makes these longer than an author's seal. */
const IN_ITEM = Buffer.of(1);
const contextOf = (item: number) => Buffer.from(`item ${item}`);

function bytesOf(id: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(id));
  return bytes;
}

/** Encrypts the authors of anonymous content; deterministic: one seal per member. */
export function createSeal(key: Uint8Array) {
  const seals = new LRUCache<number, Buffer>({ max: SEALS_CACHED });
  const secret = Buffer.from(key).toString('base64');
  const hashKey = deriveKey(secret, 'keyed hash');
  const memberKey = deriveKey(secret, 'texts of members');
  const marksKey = deriveKey(secret, 'marks of members');
  const markKeys = new LRUCache<number, Buffer>({ max: SEALS_CACHED });
  return {
    seal(memberId: number): Buffer {
      const known = seals.get(memberId);
      if (known !== undefined) return known;
      const sealed = Buffer.from(aessiv(key).encrypt(bytesOf(memberId)));
      seals.set(memberId, sealed);
      return sealed;
    },
    /** Returns null when the seal was not made by this installation. */
    open(sealed: Buffer): number | null {
      const plain = tryDecrypt(() => aessiv(key).decrypt(sealed));
      return plain === null ? null : Number(Buffer.from(plain).readBigUInt64BE());
    },
    /**
     * A key for the reactions of a member to anonymous items: hashes made with it differ from item to item, and
     * only this installation can compare them with a member.
     */
    markKey(memberId: number): Buffer {
      const known = markKeys.get(memberId);
      if (known !== undefined) return known;
      const made = createHmac('sha256', marksKey).update(String(memberId)).digest();
      markKeys.set(memberId, made);
      return made;
    },
    /** Encrypts a member beside an item: deterministic, and different for each item. */
    sealIn(item: number, memberId: number): Buffer {
      const sealed = aessiv(key, contextOf(item)).encrypt(bytesOf(memberId));
      return Buffer.concat([IN_ITEM, sealed]);
    },
    /** Returns null when the member was not sealed beside this item by this installation. */
    openIn(item: number, sealed: Buffer): number | null {
      if (sealed[0] !== IN_ITEM[0]) return null;
      const plain = tryDecrypt(() => aessiv(key, contextOf(item)).decrypt(sealed.subarray(1)));
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
    /** Encrypts a text that one member reads; equal texts look different. */
    sealFor(memberId: number, text: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(MEMBER_CIPHER, memberKey, nonce);
      cipher.setAAD(Buffer.from(String(memberId)));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    /** Returns null when the text was not sealed for this member by this installation. */
    openFor(memberId: number, sealed: Buffer): string | null {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const textFrom = NONCE_BYTES + TAG_BYTES;
      const plain = tryDecrypt(() => {
        const decipher = createDecipheriv(MEMBER_CIPHER, memberKey, nonce);
        decipher.setAAD(Buffer.from(String(memberId)));
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, textFrom));
        return Buffer.concat([decipher.update(sealed.subarray(textFrom)), decipher.final()]);
      });
      return plain === null ? null : plain.toString();
    },
  };
}
