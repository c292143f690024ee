import { randomBytes } from 'node:crypto';
import { SECOND_FACTOR_LIMITS } from '@naru/contract/second-factor';

/** 32 characters that are not mistaken for one another: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const { recoveryCodes, recoveryCodeLength } = SECOND_FACTOR_LIMITS;

/** A new set, each code of 50 random bits. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () =>
    Array.from(randomBytes(recoveryCodeLength), (byte) => ALPHABET[byte & 31]).join(''),
  );
}

/** `abcde-fghij`, as people read and write it. */
export function shownCode(code: string): string {
  return `${code.slice(0, recoveryCodeLength / 2)}-${code.slice(recoveryCodeLength / 2)}`;
}

/** Codes of the authenticator app have digits only, and are shorter. */
export function isRecoveryCode(code: string): boolean {
  return code.length === recoveryCodeLength;
}
