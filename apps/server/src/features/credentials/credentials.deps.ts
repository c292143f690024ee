import type { CampusNetworks } from '../../platform/campus-networks.ts';
import type { OidcService } from '../oidc/oidc.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import type { CredentialEmails } from './credentials.emails.ts';
import type { NewMembers, StudentProof } from './credentials.new-members.ts';
import type { PasswordPolicy } from './password-policy.ts';

export interface CredentialDeps
  extends Pick<Tools, 'seal' | 'db' | 'clock' | 'throttle' | 'hashing' | 'log' | 'live' | 'events'>,
    Pick<Tools, 'emailQueue' | 'emailNames' | 'notifications' | 'audit'> {
  campus: CampusNetworks;
  sessions: SessionsService;
  verification: VerificationService;
  /** Those whom the sign-in provider vouches for. */
  newcomers: OidcService['newcomers'];
  unlinkAll: OidcService['unlinkAll'];
  /** Domains that may sign up; empty for any. */
  signupDomains: readonly string[];
  /** Domains whose addresses grant STUDENT. */
  studentDomains: readonly string[];
  /** Words for the university and the department, which no password contains. */
  institutionNames: () => readonly string[];
  /** Names of the site and its departments, which no nickname imitates. */
  reservedNames: () => readonly string[];
}

/** With what the service adds for its parts. */
export interface CredentialParts extends CredentialDeps {
  policy: PasswordPolicy;
  student: StudentProof;
  members: NewMembers;
  emails: CredentialEmails;
}
