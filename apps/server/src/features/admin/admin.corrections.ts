import type { AdminUser, MemberCorrection } from '@naru/contract/admin';
import { ERRORS } from '@naru/contract/errors';
import { hasRole, highestRole, type Role, roleRank } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import type { Executor, Tx } from '../../db/client.ts';
import { addressWaitsUntil } from '../../domain/access/corrected-addresses.repo.ts';
import { lockAdmins } from '../../domain/access/members.repo.ts';
import { noteFormerOwner } from '../../domain/emails/lines-of-people.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import { hasDomain, maskEmail } from '../../platform/email/email.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import type { CorrectedField, CorrectionEmails } from './admin.emails.ts';
import {
  findActiveRoles,
  findUser,
  listAdmins,
  type UserRow,
  updateIdentity,
} from './admin.repo.ts';

const NOTHING_CHANGED = '바뀐 내용이 없습니다.';

export interface CorrectionDeps
  extends Pick<
    Tools,
    'db' | 'clock' | 'live' | 'events' | 'notifications' | 'emailQueue' | 'audit'
  > {
  sessions: Pick<SessionsService, 'endAll' | 'lockMember'>;
  verification: Pick<VerificationService, 'flows'>;
  signupDomains: readonly string[];
  corrections: CorrectionEmails;
  getUser(tx: Executor, id: number): Promise<AdminUser>;
}

/** Mends the e-mail address or the real name of a member who cannot do it. */
export function createCorrections(deps: CorrectionDeps) {
  const { clock, live, notifications, emailQueue, corrections: emails, audit } = deps;

  /**
   * Ends all sessions and pending codes of the member, and sends e-mails to the former and the new address and
   * to the other ADMINs. The new address proves nothing: it grants no role and resets no password
   * for a week. Throws MEMBER_UNKNOWN,
   * MEMBER_CHANGE_DENIED unless the member has a lower rank, VALIDATION_FAILED when nothing changes,
   * EMAIL_DOMAIN_DENIED, DUPLICATE, PERMISSION_DENIED.
   */
  return async (actor: Actor, id: number, input: MemberCorrection): Promise<AdminUser> => {
    const user = await live
      .transaction(async (tx, emit) => {
        const user = await lockLower(tx, actor, id, clock.now());
        const { email = user.email, name = user.name } = input;
        const isOther = changedFields(user, { email, name }).length > 0;
        const standing = changedStanding(user, input);
        if (!isOther && standing.length === 0) {
          throw new AppError('VALIDATION_FAILED', { message: NOTHING_CHANGED });
        }
        if (isOther) await changeIdentity(tx, emit, actor, user, { email, name });
        const { standing: now = user.standing, major = user.major } = input;
        if (standing.length > 0) {
          await updateIdentity(tx, id, { standing: now, major: major || null });
        }
        await record(tx, actor, user, { email, name, standing, reason: input.reason });
        return deps.getUser(tx, id);
      })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? fieldError('email', TEXTS.emailTaken, 'DUPLICATE') : error;
      });
    deps.events.emit('access-changed', { memberId: id });
    return user;
  };

  async function changeIdentity(tx: Tx, emit: Emit, actor: Actor, user: UserRow, now: Identity) {
    const { id } = user;
    const isNewEmail = now.email !== user.email;
    if (isNewEmail && !hasDomain(now.email, deps.signupDomains, true)) {
      throw fieldError('email', ERRORS.EMAIL_DOMAIN_DENIED.message, 'EMAIL_DOMAIN_DENIED');
    }
    await deps.sessions.lockMember(tx, id);
    await updateIdentity(tx, id, now);
    await deps.verification.flows.endAll(tx, id);
    await deps.sessions.endAll(tx, id);
    await sendEmails(tx, actor, user, now);
    if (!isNewEmail) return;
    await noteFormerOwner(tx, id, user.email);
    await notifications.notify(tx, emit, { kind: 'emailChanged', facts: null, to: [id] });
  }

  async function sendEmails(tx: Tx, actor: Actor, user: UserRow, now: Identity): Promise<void> {
    const fields = changedFields(user, now);
    const waitsUntil = addressWaitsUntil(clock.now());
    for (const to of new Set([user.email, now.email])) {
      await emailQueue.enqueue(tx, emails.toMember(to, { fields, email: now.email, waitsUntil }));
    }
    const admins = await listAdmins(tx);
    const by = admins.find(({ id }) => id === actor.memberId)?.username ?? '';
    for (const { id, email } of admins) {
      if (id === actor.memberId) continue;
      await emailQueue.enqueue(tx, emails.toAdmin(email, { fields, username: user.username, by }));
    }
  }

  /** The log cannot be erased, so it stores addresses and names masked. */
  async function record(
    tx: Tx,
    actor: Actor,
    user: UserRow,
    { reason, standing, ...now }: Identity & { standing: string[]; reason: string },
  ): Promise<void> {
    const fields = [...changedFields(user, now), ...standing];
    const detail = { fields, before: mask(user), after: mask(now) };
    await audit.record(tx, actor, { action: 'member.correct', targetId: user.id, reason, detail });
  }
}

type Identity = Record<CorrectedField, string>;

function changedFields(before: Identity, after: Identity): CorrectedField[] {
  return (['email', 'name'] as const).filter((field) => before[field] !== after[field]);
}

function changedStanding(user: UserRow, { standing, major }: MemberCorrection): string[] {
  const isOtherMajor = major !== undefined && major !== (user.major ?? '');
  const isOtherStanding = standing !== undefined && standing !== user.standing;
  return [...(isOtherStanding ? ['standing'] : []), ...(isOtherMajor ? ['major'] : [])];
}

function mask({ email, name }: Identity): Identity {
  const characters = Array.from(name);
  const hidden = characters.map((one, index) => (index === 1 ? '*' : one)).join('');
  return { email: maskEmail(email), name: hidden };
}

/**
 * Locks the member, whose own data the actor is about to change for it, and all roles until the end of the
 * transaction. Throws PERMISSION_DENIED, MEMBER_UNKNOWN, and MEMBER_CHANGE_DENIED unless the member has
 * a lower rank.
 */
export async function lockLower(tx: Tx, actor: Actor, id: number, now: Date): Promise<UserRow> {
  await lockAdmins(tx);
  const actorRoles = (await findActiveRoles(tx, actor.memberId, now)) ?? [];
  if (!hasRole(actorRoles, 'ADMIN')) throw new AppError('PERMISSION_DENIED');
  const user = found(await findUser(tx, id), 'MEMBER_UNKNOWN');
  if (rankOf(user.roles) >= rankOf(actorRoles)) throw new AppError('MEMBER_CHANGE_DENIED');
  return user;
}

function rankOf(roles: readonly Role[]): number {
  return roleRank(highestRole(roles));
}
