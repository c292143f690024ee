import type { Role } from '@naru/contract/roles';
import type { Db, Executor } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { isDomainOf } from '../../platform/email/email.ts';
import { AppError } from '../../platform/errors.ts';
import type { Hashing } from '../../platform/hashing.ts';
import { type EventLog, report } from '../../platform/security-events.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';
import { insertConsents, insertMember } from './credentials.repo.ts';
import { type PasswordPolicy, refuseWeak } from './password-policy.ts';

const CHECK_LIMIT: Limit = { max: 10, seconds: 60 };

interface Deps {
  db: Db;
  clock: Clock;
  throttle: Throttle;
  hashing: Hashing;
  policy: PasswordPolicy;
  verification: Pick<VerificationService, 'proofs'>;
  signupDomains: readonly string[];
  /** Domains whose addresses grant STUDENT. */
  studentDomains: readonly string[];
  log: EventLog;
}

export interface JoinInput {
  username: string;
  password: string;
  email: string;
  nickname: string;
  name: string;
  consent?: { terms: string; privacy: string } | undefined;
}

export interface CheckInput {
  username?: string | undefined;
  email?: string | undefined;
  nickname?: string | undefined;
  name?: string | undefined;
  password?: string | undefined;
}

type SignupProof = ReturnType<VerificationService['proofs']['ofSignup']>;

export function createJoin(deps: Deps) {
  const { db, clock, throttle, hashing, policy, verification, log } = deps;

  return {
    /**
     * Throws DUPLICATE when a value is taken and PASSWORD_WEAK when the password would be refused;
     * 10 calls a minute per client, then TOO_MANY_REQUESTS.
     */
    async check(input: CheckInput, address: string): Promise<void> {
      await throttle.hit(db, `check from ${address}`, CHECK_LIMIT, 'TOO_MANY_REQUESTS');
      const { username, email, nickname, password } = input;
      refuseDuplicates(await findDuplicates(db, { username, email, nickname }));
      if (password !== undefined) refuseWeak(policy(password, input), 'password');
    },

    /**
     * Registers a member whose address was proven in the last 10 minutes in the browser of the flow
     * cookie; consumes the proof. A student domain grants STUDENT. Throws EMAIL_DOMAIN_DENIED,
     * VERIFICATION_REQUIRED, DUPLICATE per field, PASSWORD_WEAK, UNAVAILABLE.
     */
    async join(input: JoinInput, flow: string | null): Promise<void> {
      if (!isDomainOf(input.email, deps.signupDomains, true)) {
        throw new AppError('EMAIL_DOMAIN_DENIED');
      }
      const proof = verification.proofs.ofSignup(input.email, flow);
      await requireProof(proof, input);
      refuseDuplicates(await findDuplicates(db, pick(input)));
      refuseWeak(policy(input.password, input), 'password');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(input.password));
      const memberId = await db
        .transaction((tx) => insert(tx, proof, input, passwordHash))
        .catch(async (error: unknown) => {
          if (error instanceof AppError) refuseDuplicates(await findDuplicates(db, pick(input)));
          throw error;
        });
      report(log, 'joined', { memberId });
    },
  };

  /**
   * A consumed proof means that this sign-up already succeeded (double submit): reports DUPLICATE.
   */
  async function requireProof(proof: SignupProof, input: JoinInput): Promise<void> {
    const state = await proof.state();
    if (state === 'open') return;
    if (state === 'used') refuseDuplicates(await findDuplicates(db, pick(input)));
    throw new AppError('VERIFICATION_REQUIRED');
  }

  async function insert(
    tx: Executor,
    proof: SignupProof,
    input: JoinInput,
    passwordHash: string,
  ): Promise<number> {
    const now = clock.now();
    if (!(await proof.use(tx))) throw new AppError('VERIFICATION_REQUIRED');
    const { username, email, nickname, name } = input;
    const values = { username, email, nickname, name, passwordHash, createdAt: now };
    const memberId = await insertMember(tx, values, rolesOf(email));
    if (memberId === null) throw new AppError('DUPLICATE');
    if (input.consent) await insertConsents(tx, memberId, { ...input.consent }, now);
    return memberId;
  }

  function rolesOf(email: string): Role[] {
    return isDomainOf(email, deps.studentDomains, false) ? ['USER', 'STUDENT'] : ['USER'];
  }
}

function pick({ username, email, nickname }: JoinInput) {
  return { username, email, nickname };
}
