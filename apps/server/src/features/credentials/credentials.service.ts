import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import type { Hashing } from '../../platform/hashing.ts';
import type { Live } from '../../platform/live/live.ts';
import type { EventLog } from '../../platform/security-events.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notifications/notifications.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { VerificationService } from '../verification/verification.service.ts';
import { createEmailChange } from './credentials.email.ts';
import type { CredentialMails } from './credentials.emails.ts';
import { createJoin } from './credentials.join.ts';
import { createNicknameChange } from './credentials.nickname.ts';
import { createPasswordChange } from './credentials.password.ts';
import { createReset } from './credentials.reset.ts';
import { createPasswordPolicy } from './password-policy.ts';

interface Deps {
  db: Db;
  clock: Clock;
  throttle: Throttle;
  hashing: Hashing;
  sessions: SessionsService;
  verification: VerificationService;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: CredentialMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  audit: Pick<AuditService, 'record'>;
  /** Domains that may sign up; empty for any. */
  signupDomains: readonly string[];
  /** Domains whose addresses make a STUDENT. */
  studentDomains: readonly string[];
  /** Names of the university and the department: no password may contain them. */
  placeNames: readonly string[];
  log: EventLog;
}

export type CredentialsService = ReturnType<typeof createCredentialsService>;

/** What a member is known by: sign-up, password, e-mail address and nickname. */
export function createCredentialsService({ placeNames, ...deps }: Deps) {
  const policy = createPasswordPolicy(placeNames);
  return {
    signup: createJoin({ ...deps, policy }),
    reset: createReset({ ...deps, policy }),
    changePassword: createPasswordChange({ ...deps, policy }),
    changeEmail: createEmailChange(deps),
    changeNickname: createNicknameChange(deps),
  };
}
