import type { authRoutes } from '@naru/contract/auth';
import type { RouteInput } from '@naru/contract/route';
import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import { AppError } from '../../platform/errors.ts';
import { createEmailChange } from './credentials.change-email.ts';
import type { CredentialDeps, CredentialParts } from './credentials.deps.ts';
import { findDuplicates, refuseDuplicates, takenError } from './credentials.duplicates.ts';
import { createCredentialEmails } from './credentials.emails.ts';
import { createInvitedJoin } from './credentials.invited.ts';
import { createJoin } from './credentials.join.ts';
import { createNewMembers, createStudentProof } from './credentials.new-members.ts';
import { createPasswords } from './credentials.password.ts';
import { insertMember, replaceNickname } from './credentials.repo.ts';
import { createWaitingSignUps } from './credentials.waiting.ts';
import { createPasswordPolicy, refuseWeak } from './password-policy.ts';

type NewMember = Omit<RouteInput<(typeof authRoutes)['join']>['body'], 'consent' | 'ticket'>;

/** Registers members whose address the operator vouches for: without a code, and not as students. */
function createVouched({ db, clock, hashing, policy, reservedNames }: CredentialParts) {
  /** Why the member cannot be registered is thrown: DUPLICATE per field, PASSWORD_WEAK. */
  return async ({ password, ...values }: NewMember): Promise<number> => {
    refuseDuplicates(await findDuplicates(db, values, reservedNames()));
    refuseWeak(policy(password, values), 'password');
    const passwordHash = await hashing.inTurn((turn) => turn.hash(password));
    const row = { ...values, passwordHash, createdAt: clock.now() };
    const memberId = await db.transaction((tx) => insertMember(tx, row, ['USER']));
    if (memberId === null) throw new AppError('DUPLICATE');
    return memberId;
  };
}

export type CredentialsService = ReturnType<typeof createCredentialsService>;

/** Sign-up, password, e-mail address and nickname. */
export function createCredentialsService(deps: CredentialDeps) {
  const { db, sessions } = deps;
  const policy = createPasswordPolicy(deps.institutionNames);
  const student = createStudentProof(deps);
  const emails = createCredentialEmails(deps.emailNames);
  const members = createNewMembers({ ...deps, student });
  const parts = { ...deps, policy, student, members, emails };

  return {
    signup: createJoin(parts),
    invited: createInvitedJoin(parts),
    waiting: createWaitingSignUps(parts),
    registerVouched: createVouched(parts),
    passwords: createPasswords(parts),
    changeEmail: createEmailChange(parts),
    claimExistingStudents: student.claimExisting,

    /**
     * Changes it in notifications of others, too. Changing only the case is allowed. Throws DUPLICATE when the nickname is taken or reserved,
     * also to the losers of a race.
     */
    async changeNickname(actor: Actor, nickname: string): Promise<void> {
      const owner = await sessions.getOwner(actor);
      const isSame = owner.nickname.toLowerCase() === nickname.toLowerCase();
      if (!isSame) refuseDuplicates(await findDuplicates(db, { nickname }, deps.reservedNames()));
      try {
        await db.transaction(async (tx) => {
          const former = await replaceNickname(tx, actor.memberId, nickname);
          if (former !== null) await deps.notifications.renameActor(tx, former, nickname);
        });
      } catch (error) {
        throw isDuplicate(error) ? takenError('nickname') : error;
      }
    },
  };
}
