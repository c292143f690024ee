import type { Tx } from '../../db/client.ts';
import type { GrowingDelay } from '../../domain/throttle/throttle.ts';
import { type AppError, fieldError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import { report } from '../../platform/security-events.ts';
import { throttled } from '../../platform/too-many-tries.ts';
import type { Tools } from '../tools.ts';
import { isRecoveryCode } from './recovery-codes.ts';
import type { SecondFactorEmails } from './second-factor.emails.ts';
import {
  countRecoveryCodes,
  type FactorRow,
  hasRecoveryCode,
  updateFactor,
  useRecoveryCode,
} from './second-factor.repo.ts';
import { findStep } from './totp.ts';

/** From the fifth failure on 1, 2, 4 ... 900 s: fewer than a hundred guesses a day. */
const DELAY: GrowingDelay = { free: 5, longest: 900, seconds: 3600 };
/** Failures of one client address on devices unknown to the account. */
const ADDRESS_LIMIT: Limit = { max: 300, seconds: 600 };

export interface CodeDeps
  extends Pick<Tools, 'clock' | 'seal' | 'throttle' | 'emailQueue' | 'log'> {
  emails: SecondFactorEmails;
}

/** Whose failures count together. */
export interface Guesser {
  /** SHA-256 of the cookie of a device known to the account, else null. */
  device: Buffer | null;
  /** Null for a known device, so that strangers cannot lock its owner out. */
  address: string | null;
}

export interface CodeUse {
  code: string;
  /** The code stays unused: it is asked again with what it is for. */
  isTrial?: boolean;
  /** When the code was entered; now by default. */
  at?: Date;
}

/** Accepts each code of the app and each recovery code once. */
export function createCodeCheck({ clock, seal, throttle, emailQueue, log, emails }: CodeDeps) {
  return {
    hashOf,

    /**
     * Returns null when the code is right, else CODE_INCORRECT or LOGIN_THROTTLED. The member must be
     * locked, and the transaction committed in both cases: it counts the failure.
     */
    async check(
      tx: Tx,
      factor: FactorRow,
      { device, address, ...use }: Guesser & CodeUse,
    ): Promise<AppError | null> {
      const { memberId } = factor;
      const key = keyOf(memberId, device);
      const from = address === null ? null : `second step from ${address}`;
      const wait = await waitOf(tx, key, from);
      if (wait > 0) return throttled(log, '인증 코드를 여러 번 틀렸습니다.', wait);
      const isRight = isRecoveryCode(use.code)
        ? await acceptRecoveryCode(tx, factor, use)
        : await acceptStep(tx, factor, use);
      if (isRight) {
        await throttle.clear(tx, key);
        return null;
      }
      await throttle.fail(tx, key, DELAY);
      if (from !== null) await throttle.count(tx, from, ADDRESS_LIMIT);
      report(log, 'second step failed', { memberId });
      return incorrect();
    },
  };

  /** Seconds to wait; 0 when the code may be tried. */
  async function waitOf(tx: Tx, key: string, from: string | null): Promise<number> {
    const wait = await throttle.waitOf(tx, key, DELAY);
    if (wait > 0 || from === null) return wait;
    const { count, seconds } = await throttle.peek(tx, from, ADDRESS_LIMIT);
    return count >= ADDRESS_LIMIT.max ? seconds : 0;
  }

  async function acceptStep(
    tx: Tx,
    factor: FactorRow,
    { code, isTrial, at = clock.now() }: CodeUse,
  ): Promise<boolean> {
    const { memberId, lastStep: after } = factor;
    const secret = seal.openFor(memberId, factor.secret);
    const lastStep = secret === null ? null : findStep({ secret, code, after }, at);
    if (lastStep === null) return false;
    if (!isTrial) await updateFactor(tx, memberId, { lastStep });
    return true;
  }

  async function acceptRecoveryCode(
    tx: Tx,
    { memberId, email }: FactorRow,
    { code, isTrial }: CodeUse,
  ): Promise<boolean> {
    const hash = hashOf(memberId, code);
    if (isTrial) return hasRecoveryCode(tx, memberId, hash);
    if (!(await useRecoveryCode(tx, memberId, hash, clock.now()))) return false;
    report(log, 'recovery code used', { memberId });
    const left = await countRecoveryCodes(tx, memberId);
    await emailQueue.enqueue(tx, emails.recoveryCodeUsed(email, left));
    return true;
  }

  function hashOf(memberId: number, code: string): Buffer {
    return seal.hashText(`recovery code of ${memberId} ${code}`);
  }
}

export function incorrect(): AppError {
  return fieldError(
    'code',
    '인증 코드가 올바르지 않거나 이미 사용한 코드입니다.',
    'CODE_INCORRECT',
  );
}

function keyOf(memberId: number, device: Buffer | null): string {
  const key = `second step ${memberId}`;
  return device === null ? key : `${key} ${device.toString('base64url')}`;
}
