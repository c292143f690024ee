import { SECOND_FACTOR_LIMITS } from '@naru/contract/second-factor';
import type { Tx } from '../../db/client.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { Visit } from '../../platform/visit.ts';
import type { Tools } from '../tools.ts';
import { findMemberForLogin, type LoginRow, type SecondStepRow } from './sessions.login.repo.ts';
import type { createRefusals, Enter, LoginResult } from './sessions.open.ts';
import { lockMember } from './sessions.repo.ts';

const ID_BYTES = 8;
const PURPOSE = 'second step of a login';

interface Deps extends Pick<Tools, 'clock' | 'live' | 'log'> {
  /** Newest first. */
  secrets: readonly string[];
  enter: Enter;
  refuse: ReturnType<typeof createRefusals>;
}

/**
 * Checks the second factor of a locked member; null when it is right, else the refusal. What it wrote is
 * committed in both cases.
 */
type CheckFactor = (tx: Tx, member: SecondStepRow) => Promise<AppError | null>;

/** The two halves of a login with a second factor: the token after the password, and what it is for. */
export function createSecondStep({ clock, live, log, secrets, enter, refuse }: Deps) {
  const signed = signedToken(PURPOSE, secrets);

  return {
    /** The refusal that asks for the second step; its token is of no use without the factor. */
    ask({ id: memberId, hasPasskey }: LoginRow, passwordHash: string): AppError {
      report(log, 'second step asked', { memberId });
      const id = Buffer.alloc(ID_BYTES);
      id.writeBigUInt64BE(BigInt(memberId));
      const payload = Buffer.concat([id, sha256(passwordHash)]);
      const token = signed.sign(payload, addSeconds(clock.now(), SECOND_FACTOR_LIMITS.stepSeconds));
      return new AppError('SECOND_STEP_REQUIRED', { secondStep: { token, hasPasskey } });
    },

    /** The member of an open token. Throws SECOND_STEP_EXPIRED. */
    memberOf: (token: string): number => read(token).memberId,

    /**
     * Logs in the member of the token when `check` accepts. Throws SECOND_STEP_EXPIRED for a token that
     * is over, forged or from before a change of the password, ACCOUNT_SUSPENDED, DEMO_LOCAL_ONLY, and
     * what `check` returns.
     */
    finish(token: string, visit: Visit, check: CheckFactor): Promise<LoginResult> {
      const { memberId, proof } = read(token);
      const isProven = (passwordHash: string) => equalBytes(proof, sha256(passwordHash));
      return enterLocked(memberId, visit, { isProven, check });
    },

    /** Logs in without the password, which `check` makes up for. Throws like `finish`. */
    enterAlone: (memberId: number, visit: Visit, check: CheckFactor): Promise<LoginResult> =>
      enterLocked(memberId, visit, { isProven: () => true, check }),
  };

  function read(token: string): { memberId: number; proof: Buffer } {
    const claims = signed.verify(token, clock.now());
    if (claims === null) throw new AppError('SECOND_STEP_EXPIRED');
    return { memberId: Number(claims.readBigUInt64BE()), proof: claims.subarray(ID_BYTES) };
  }

  async function enterLocked(
    memberId: number,
    visit: Visit,
    { isProven, check }: { isProven: (passwordHash: string) => boolean; check: CheckFactor },
  ): Promise<LoginResult> {
    const outcome = await live.transaction(async (tx, emit) => {
      const member = await findMemberForLogin(tx, memberId, sha256(visit.device ?? ''));
      if (member !== null) refuse(member, visit);
      const passwordHash = await lockMember(tx, memberId, clock.now());
      if (member === null || passwordHash === null || !isProven(passwordHash)) return null;
      const refusal = await check(tx, member);
      return refusal ?? enter.open(tx, emit, member, { ...visit, passwordHash });
    });
    if (outcome === null) throw new AppError('SECOND_STEP_EXPIRED');
    if (outcome instanceof AppError) throw outcome;
    enter.announce(memberId);
    return outcome;
  }
}
