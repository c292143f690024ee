import { ERRORS } from '@naru/contract/errors';
import type { Tx } from '../../db/client.ts';
import { findAddressWait } from '../../domain/access/corrected-addresses.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstText } from '../../platform/clock.ts';
import type { Email } from '../../platform/email/email.ts';
import { maskEmail } from '../../platform/email/email.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import { sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import type { CredentialParts } from './credentials.deps.ts';
import { findByUsername, updateMember } from './credentials.repo.ts';
import { refuseWeak } from './password-policy.ts';

/** Per id and network address together, so that nobody uses up the attempts of others. */
const LOOKUP_LIMIT: Limit = { max: 5, seconds: 900 };
/** Per network address, over all ids. */
const NETWORK_LIMIT: Limit = { max: 60, seconds: 3600 };

interface Beginning {
  address: string;
  /** Value of the flow cookie that the browser has. */
  former: string | null;
  setFlow: (flow: string) => void;
}

/** Both ways to a new password: by the current one, and by a code to the own address. */
export function createPasswords(deps: CredentialParts) {
  const { db, clock, throttle, campus, hashing, policy, sessions, emails, live, events, log } =
    deps;
  const { codes, flows, proofs } = deps.verification;

  return {
    /**
     * Changes the own password: keeps the current session, without its proof, ends all others and
     * notifies the member by e-mail and bell. One of several parallel changes succeeds. Throws
     * PASSWORD_INCORRECT, PASSWORD_WEAK, LOGIN_THROTTLED, UNAVAILABLE.
     */
    async change(actor: Actor, input: { currentPassword: string; newPassword: string }) {
      const owner = await sessions.proof.check(actor, input.currentPassword);
      if (owner === null) throw incorrect();
      refuseWeak(policy(input.newPassword, owner), 'newPassword');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(input.newPassword));
      await live.transaction(async (tx, emit) => {
        if ((await sessions.lockMember(tx, owner.id)) !== owner.passwordHash) throw incorrect();
        await updateMember(tx, owner.id, { passwordHash });
        await sessions.endOthers(tx, actor);
        await sessions.proof.clear(tx, actor);
        await completeChange(tx, emit, owner, emails.passwordChangedByOwner(owner.email));
      });
      report(log, 'password changed', { memberId: owner.id });
      events.emit('access-changed', { memberId: owner.id });
    },

    /**
     * Begins a reset and sends its code: returns the masked address, the seconds until another code, and
     * whether this flow has one. `setFlow` gets the value of the flow cookie that ties the next steps to this
     * browser, also where no code can be sent: the one before may have moved into it. Throws
     * MEMBER_NOT_FOUND, TOO_MANY_REQUESTS, CODE_THROTTLED, EMAILS_HELD.
     */
    async beginReset(username: string, { address, former, setFlow }: Beginning) {
      const id = sha256(username).toString('base64url');
      await throttle.hit(db, `reset of ${id} ${address}`, LOOKUP_LIMIT, 'TOO_MANY_REQUESTS');
      const limit = campus.limitFor(address, NETWORK_LIMIT);
      await throttle.hit(db, `reset from ${address}`, limit, 'TOO_MANY_REQUESTS');
      const member = await findByUsername(db, username);
      if (member === null) throw new AppError('MEMBER_NOT_FOUND');
      const flow = await flows.begin(member.id, former);
      setFlow(flow);
      const begun = await codes.begin(member.email, { flow, address });
      return { email: maskEmail(member.email), ...begun };
    },

    /**
     * Sets a new password, once, in the browser that verified a code for this member in the last 10
     * minutes. Ends all sessions and links to a sign-in provider, and notifies the member by e-mail; does not log in. Throws
     * VERIFICATION_REQUIRED, RESET_WAITS, PASSWORD_WEAK, UNAVAILABLE.
     */
    async finishReset(
      { username, newPassword }: { username: string; newPassword: string },
      flow: string | null,
    ): Promise<void> {
      const member = await flows.findMember(flow);
      if (member?.username !== username) throw new AppError('VERIFICATION_REQUIRED');
      const proof = proofs.ofReset(member, flow);
      if ((await proof.state()) !== 'open') throw new AppError('VERIFICATION_REQUIRED');
      await refuseCorrectedAddress(member.id);
      refuseWeak(policy(newPassword, member), 'newPassword');
      const passwordHash = await hashing.inTurn((turn) => turn.hash(newPassword));
      await live.transaction(async (tx, emit) => {
        if (!(await proof.use(tx))) throw new AppError('VERIFICATION_REQUIRED');
        await updateMember(tx, member.id, { passwordHash });
        await sessions.endAll(tx, member.id);
        const isUnlinked = await deps.unlinkAll(tx, emit, member.id);
        const email = emails.passwordChanged(member.email, { isUnlinked });
        await completeChange(tx, emit, member, email);
      });
      report(log, 'password reset', { memberId: member.id });
      events.emit('access-changed', { memberId: member.id });
    },
  };

  /**
   * Called once the mailbox is proven, so that a stranger who knows an id learns of no correction. A
   * correction that comes later ends nothing: the proof is of the address before it.
   */
  async function refuseCorrectedAddress(memberId: number): Promise<void> {
    const until = await findAddressWait(db, memberId, clock.now());
    if (until === null) return;
    report(log, 'reset refused', { memberId });
    throw new AppError('RESET_WAITS', {
      message: `관리자가 이메일을 고친 계정입니다. 안전을 위해 ${kstText(until)}부터 비밀번호를 재설정할 수 있습니다. 지금 비밀번호를 알면 바로 로그인할 수 있습니다.`,
    });
  }

  /** Ends running resets and the delay after failed logins, and notifies the member. */
  async function completeChange(
    tx: Tx,
    emit: Emit,
    { id, username }: { id: number; username: string },
    email: Email,
  ): Promise<void> {
    await flows.endAll(tx, id);
    await sessions.clearFailures(tx, username);
    await deps.emailQueue.enqueue(tx, email);
    await deps.notifications.notify(tx, emit, { kind: 'passwordChanged', facts: null, to: [id] });
  }
}

/** A 401 that must not log the client out, hence a code of its own. */
function incorrect(): AppError {
  const code = 'PASSWORD_INCORRECT';
  return fieldError('currentPassword', ERRORS[code].message, code);
}
