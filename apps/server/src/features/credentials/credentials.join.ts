import type { authRoutes } from '@naru/contract/auth';
import type { Role } from '@naru/contract/roles';
import type { RouteInput } from '@naru/contract/route';
import type { Executor } from '../../db/client.ts';
import { isDomainOf } from '../../platform/email/email.ts';
import { AppError } from '../../platform/errors.ts';
import { report } from '../../platform/security-events.ts';
import type { Limit } from '../../platform/throttle.ts';
import type { CredentialParts } from './credentials.deps.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';
import { insertConsents, insertMember } from './credentials.repo.ts';
import { refuseWeak } from './password-policy.ts';

const CHECK_LIMIT: Limit = { max: 10, seconds: 60 };

type CheckInput = RouteInput<(typeof authRoutes)['checkDuplicate']>['body'];
type JoinInput = RouteInput<(typeof authRoutes)['join']>['body'];
type SignupProof = ReturnType<CredentialParts['verification']['proofs']['ofSignup']>;

export function createJoin(deps: CredentialParts) {
  const { db, clock, throttle, hashing, policy, verification, log } = deps;
  const findProblems = (input: CheckInput) => findDuplicates(db, input, deps.institutionNames());

  return {
    /**
     * Throws DUPLICATE when a value is taken and PASSWORD_WEAK when the password would be refused;
     * 10 calls a minute per client, then TOO_MANY_REQUESTS.
     */
    async check(input: CheckInput, address: string): Promise<void> {
      await throttle.hit(db, `check from ${address}`, CHECK_LIMIT, 'TOO_MANY_REQUESTS');
      refuseDuplicates(await findProblems(input));
      if (input.password !== undefined) refuseWeak(policy(input.password, input), 'password');
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
      refuseDuplicates(await findProblems(input));
      refuseWeak(policy(input.password, input), 'password');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(input.password));
      const memberId = await db
        .transaction((tx) => insert(tx, proof, input, passwordHash))
        .catch(async (error: unknown) => {
          if (error instanceof AppError) refuseDuplicates(await findProblems(input));
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
    if (state === 'used') refuseDuplicates(await findProblems(input));
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
