import { TEXTS } from '@naru/contract/texts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../../platform/errors.ts';

/** Shorter personal words would refuse too many passwords. */
const HANGUL_MIN = 2;
const LATIN_MIN = 4;

/** Owner's data that a password may not contain. */
export interface PasswordOwner {
  username?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  nickname?: string | undefined;
}

/** Returns the reason to refuse a password, or null. There are no composition rules. */
export type PasswordPolicy = (password: string, owner: PasswordOwner) => string | null;

/** About 18,000 common passwords of 8 and more characters, in lower case. */
const common = new Set(dictionary['passwords-common']);

/** `institutionNames` is read for each password, as an ADMIN may rename the site. */
export function createPasswordPolicy(institutionNames: () => readonly string[]): PasswordPolicy {
  return (password, owner) => {
    const folded = fold(password);
    if (common.has(folded) || isOneCharacter(folded)) return TEXTS.passwordCommon;
    const words = [...institutionNames().map(fold), ...wordsOf(owner)];
    return words.some((word) => folded.includes(word)) ? TEXTS.passwordPersonal : null;
  };
}

/** Throws PASSWORD_WEAK with the reason under `field`. */
export function refuseWeak(reason: string | null, field: 'password' | 'newPassword'): void {
  if (reason !== null) throw fieldError(field, reason, 'PASSWORD_WEAK');
}

function wordsOf({ username, email, name, nickname }: PasswordOwner): string[] {
  return [username, email?.split('@')[0], name, nickname]
    .map((word) => fold(word ?? ''))
    .filter(
      (word) => [...word].length >= (/\p{Script=Hangul}/u.test(word) ? HANGUL_MIN : LATIN_MIN),
    );
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}
