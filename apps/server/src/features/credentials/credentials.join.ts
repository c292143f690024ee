import type { authRoutes } from '@naru/contract/auth';
import type { RouteInput } from '@naru/contract/route';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { compareWithRoster } from '../../domain/roster/agreement.ts';
import { findEntries, hasRoster } from '../../domain/roster/roster.repo.ts';
import { upsertWaiting } from '../../domain/roster/waiting.repo.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import { hasDomain } from '../../platform/email/email.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import { sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { CredentialParts } from './credentials.deps.ts';
import { findDuplicates, refuseDuplicates } from './credentials.duplicates.ts';
import { refuseWeak } from './password-policy.ts';

const FLOW_LIMIT: Limit = { max: 60, seconds: 60 };
/** Per network address, over all flows: a flow costs a script nothing. */
const NETWORK_LIMIT: Limit = { max: 300, seconds: 60 };

type FirstCode = Awaited<ReturnType<CredentialParts['verification']['codes']['begin']>>;

const NO_ROSTER = { entry: null, differs: [] };

type CheckInput = RouteInput<(typeof authRoutes)['checkDuplicate']>['body'];
type JoinInput = RouteInput<(typeof authRoutes)['join']>['body'];
type SignupProof = ReturnType<CredentialParts['verification']['proofs']['ofSignup']>;
type Newcomer = ReturnType<CredentialParts['newcomers']['read']>;

/** Cookies of the browser that signs up. */
interface Browser {
  /** Of the code by e-mail. */
  flow: string | null;
  /** Of the sign-in provider. */
  providerFlow: string | null;
}

interface Proofs {
  /** Null where the provider has proven the address. */
  mailbox: SignupProof | null;
  /** Null without the provider. */
  newcomer: Newcomer | null;
}

export function createJoin(deps: CredentialParts) {
  const { db, clock, throttle, campus, hashing, policy, verification, live, log, members } = deps;
  const findProblems = (input: CheckInput) => findDuplicates(db, input, deps.reservedNames());

  return {
    /**
     * Sends a code to the address, if there is one. Throws DUPLICATE when a value is taken and PASSWORD_WEAK when the password would be refused; 60 calls
     * a minute per flow and 300 per network address, then TOO_MANY_REQUESTS; and EMAIL_DOMAIN_DENIED,
     * CODE_THROTTLED, EMAILS_HELD.
     */
    async check(
      input: CheckInput,
      client: { flow: string; address: string },
    ): Promise<Partial<FirstCode>> {
      const { flow, address } = client;
      const flowKey = `check of ${sha256(flow).toString('base64url')}`;
      await throttle.hit(db, flowKey, FLOW_LIMIT, 'TOO_MANY_REQUESTS');
      const limit = campus.limitFor(address, NETWORK_LIMIT);
      await throttle.hit(db, `check from ${address}`, limit, 'TOO_MANY_REQUESTS');
      refuseDuplicates(await findProblems(input));
      if (input.password !== undefined) refuseWeak(policy(input.password, input), 'password');
      return input.email === undefined ? {} : verification.codes.begin(input.email, client);
    },

    /**
     * Registers a member whose address was proven in the last 10 minutes in the browser of the flow
     * cookie; consumes the proof. A student domain grants STUDENT unless the mailbox proved another
     * member before. Where there is a roster, its entry decides the role, and a sign-up that differs from
     * it waits for staff: returns whether it does. With a ticket of the sign-in provider, the address that
     * it has proven needs no code, and the new account is linked; a ticket works once. Throws EMAIL_DOMAIN_DENIED,
     * VERIFICATION_REQUIRED, DUPLICATE per field, PASSWORD_WEAK, UNAVAILABLE, OIDC_REFUSED, IDENTITY_TAKEN.
     */
    async join(input: JoinInput, browser: Browser): Promise<{ waiting: boolean }> {
      if (!hasDomain(input.email, deps.signupDomains, true)) {
        throw new AppError('EMAIL_DOMAIN_DENIED');
      }
      const proofs = proofsOf(input, browser);
      if (proofs.mailbox !== null) await requireProof(proofs.mailbox, input);
      refuseDuplicates(await findProblems(input));
      refuseWeak(policy(input.password, input), 'password');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(input.password));
      const memberId = await live
        .transaction((tx, emit) => insert(tx, emit, proofs, input, passwordHash))
        .catch(async (error: unknown) => {
          const mayBeTaken = error instanceof AppError || isDuplicate(error);
          if (mayBeTaken) refuseDuplicates(await findProblems(input));
          throw error;
        });
      if (memberId !== null) report(log, 'joined', { memberId });
      return { waiting: memberId === null };
    },
  };

  /** Throws OIDC_REFUSED, and VALIDATION_FAILED for another number than that of the provider. */
  function proofsOf(input: JoinInput, { flow, providerFlow }: Browser): Proofs {
    const { ticket, username, email } = input;
    const newcomer = ticket === undefined ? null : deps.newcomers.read(ticket, providerFlow);
    if (newcomer !== null && (newcomer.username ?? username) !== username) {
      throw fieldError('username', '학교 로그인으로 확인한 학번(교번)으로 가입해 주세요.');
    }
    const isProven = newcomer !== null && newcomer.email === email;
    return { newcomer, mailbox: isProven ? null : verification.proofs.ofSignup(email, flow) };
  }

  /**
   * A consumed proof means that this sign-up already succeeded (double submit): reports DUPLICATE.
   */
  async function requireProof(proof: SignupProof, input: JoinInput): Promise<void> {
    const state = await proof.state();
    if (state === 'open') return;
    if (state === 'used') refuseDuplicates(await findProblems(input));
    throw new AppError('VERIFICATION_REQUIRED');
  }

  /** Returns the new member, or null for a sign-up that waits. */
  async function insert(
    tx: Tx,
    emit: Emit,
    { mailbox, newcomer }: Proofs,
    input: JoinInput,
    passwordHash: string,
  ): Promise<number | null> {
    if (mailbox !== null && !(await mailbox.use(tx))) throw new AppError('VERIFICATION_REQUIRED');
    const { consent, password: _, ticket, ...person } = input;
    if (ticket !== undefined) await deps.newcomers.use(tx, ticket);
    const account = { ...person, passwordHash, consents: { ...consent } };
    const { entry, differs } = (await hasRoster(tx))
      ? compareWithRoster(input, await findEntries(tx, [input]))
      : NO_ROSTER;
    if (differs.length === 0) {
      const memberId = await members.create(tx, emit, account, entry);
      if (newcomer !== null) await deps.newcomers.link(tx, memberId, newcomer.subject);
      return memberId;
    }
    await upsertWaiting(tx, { ...account, createdAt: clock.now() });
    await deps.notifications.workArrived(tx, emit, { kind: 'signUpArrived' });
    return null;
  }
}
