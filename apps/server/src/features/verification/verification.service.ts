import type { Db, Executor } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { hostCookie } from '../../platform/cookies.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { deriveKey } from '../../platform/secrets.ts';
import type { EventLog } from '../../platform/security-events.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { createCodes } from './verification.codes.ts';
import type { VerificationMails } from './verification.emails.ts';
import { createFlows, FLOW_SECONDS } from './verification.flows.ts';
import { createProofs } from './verification.proofs.ts';

interface Deps {
  db: Db;
  clock: Clock;
  publicUrl: string;
  /** Newest first. */
  secrets: readonly string[];
  throttle: Throttle;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: VerificationMails;
  /** Domains that may sign up; empty for any. */
  signupDomains: readonly string[];
  isEmailTaken: (db: Executor, email: string) => Promise<boolean>;
  log: EventLog;
}

export type VerificationService = ReturnType<typeof createVerificationService>;

/** That somebody owns an e-mail address: codes, the proofs they leave, the browser they belong to. */
export function createVerificationService({ publicUrl, secrets, ...deps }: Deps) {
  const codeKey = deriveKey(secrets[0] ?? '', 'verification code');
  return {
    /** Ties a password reset or a sign-up to the browser that began it. */
    cookie: hostCookie(publicUrl, 'naru_flow', FLOW_SECONDS),
    codes: createCodes({ ...deps, codeKey }),
    flows: createFlows(deps),
    proofs: createProofs(deps),
  };
}
