import type { Actor } from '../../platform/actor.ts';
import { isDuplicate } from '../../platform/database/query-errors.ts';
import type { Tools } from '../../tools.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import { findDuplicates, refuseDuplicates, takenError } from './credentials.duplicates.ts';
import { createEmailChange } from './credentials.email.ts';
import { type CredentialEmails, createCredentialEmails } from './credentials.emails.ts';
import { createJoin } from './credentials.join.ts';
import { createPasswords } from './credentials.password.ts';
import { updateMember } from './credentials.repo.ts';
import { createPasswordPolicy, type PasswordPolicy } from './password-policy.ts';

interface Deps extends Tools {
  sessions: SessionsService;
  verification: VerificationService;
  /** Domains that may sign up; empty for any. */
  signupDomains: readonly string[];
  /** Domains whose addresses grant STUDENT. */
  studentDomains: readonly string[];
  /** Names of the university and the department, which no password may contain. */
  institutionNames: readonly string[];
}

export interface CredentialParts extends Deps {
  policy: PasswordPolicy;
  emails: CredentialEmails;
}

/** Sign-up, password, e-mail address and nickname. */
export function createCredentialsService(deps: Deps) {
  const { db, sessions } = deps;
  const policy = createPasswordPolicy(deps.institutionNames);
  const parts = { ...deps, policy, emails: createCredentialEmails(deps.emailNames) };

  return {
    signup: createJoin(parts),
    passwords: createPasswords(parts),
    changeEmail: createEmailChange(parts),

    /**
     * Changing only the case is allowed. Throws DUPLICATE when the nickname is taken or reserved,
     * also to the losers of a race.
     */
    async changeNickname(actor: Actor, nickname: string): Promise<void> {
      const owner = await sessions.getOwner(actor);
      const isSame = owner.nickname.toLowerCase() === nickname.toLowerCase();
      if (!isSame) refuseDuplicates(await findDuplicates(db, { nickname }));
      try {
        await updateMember(db, actor.memberId, { nickname });
      } catch (error) {
        throw isDuplicate(error) ? takenError('nickname') : error;
      }
    },
  };
}
