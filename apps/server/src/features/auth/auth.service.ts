import type { Db } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { Live } from '../../platform/live/live.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { deriveKey } from '../../platform/secrets.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import { createCodes } from './auth.codes.ts';
import { authCookies } from './auth.cookies.ts';
import { createEmailChange } from './auth.email.ts';
import type { EventLog } from './auth.events.ts';
import { createHashing } from './auth.hashing.ts';
import { createJoin } from './auth.join.ts';
import { createLogin } from './auth.login.ts';
import type { AuthMails } from './auth.mails.ts';
import { createNicknameChange } from './auth.nickname.ts';
import { createPasswordChange } from './auth.password.ts';
import { createPasswordPolicy } from './auth.password-policy.ts';
import { createPasswordProof } from './auth.proof.ts';
import { createReset, FLOW_SECONDS } from './auth.reset.ts';
import type { SessionsService } from './sessions.service.ts';

interface Deps {
  db: Db;
  env: Env;
  clock: Clock;
  /** Newest first. */
  secrets: readonly string[];
  throttle: Throttle;
  sessions: SessionsService;
  mailQueue: MailQueue;
  mails: AuthMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  audit: Pick<AuditService, 'record'>;
  /** Names of the university and the department: no password may contain them. */
  placeNames: readonly string[];
  log: EventLog;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** Sign-up, login, reset: the use cases of one verb each, put together. */
export function createAuthService({ env, secrets, placeNames, ...shared }: Deps) {
  const parts = {
    ...shared,
    hashing: createHashing(),
    policy: createPasswordPolicy(placeNames),
    codeKey: deriveKey(secrets[0] ?? '', 'verification code'),
    signupDomains: env.SIGNUP_EMAIL_DOMAINS,
    studentDomains: env.STUDENT_EMAIL_DOMAINS,
  };
  const codes = createCodes(parts);
  const proof = createPasswordProof(parts);
  return {
    cookies: authCookies(env.PUBLIC_URL, FLOW_SECONDS),
    publicUrl: env.PUBLIC_URL,
    login: createLogin(parts),
    codes,
    signup: createJoin(parts),
    reset: createReset(parts),
    /** For the account of the caller. */
    proof,
    changePassword: createPasswordChange({ ...parts, proof }),
    changeEmail: createEmailChange({ ...parts, codes, proof }),
    changeNickname: createNicknameChange(parts),
  };
}
