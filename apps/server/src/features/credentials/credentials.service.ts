import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import { createEmailChange } from './credentials.change-email.ts';
import type { CredentialDeps } from './credentials.deps.ts';
import { findDuplicates, refuseDuplicates, takenError } from './credentials.duplicates.ts';
import { createCredentialEmails } from './credentials.emails.ts';
import { createInvitedJoin } from './credentials.invited.ts';
import { createJoin } from './credentials.join.ts';
import { createNewMembers } from './credentials.new-members.ts';
import { createPasswords } from './credentials.password.ts';
import { replaceNickname } from './credentials.repo.ts';
import { createStudentProof } from './credentials.student.ts';
import { createVouched } from './credentials.vouched.ts';
import { createWaitingSignUps } from './credentials.waiting.ts';
import { createPasswordPolicy } from './password-policy.ts';

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
