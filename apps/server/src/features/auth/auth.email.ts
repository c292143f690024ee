import { TEXTS } from '@naru/contract/texts';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { isDuplicate } from '../../platform/database/duplicates.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notices/notices.service.ts';
import type { Codes } from './auth.codes.ts';
import { isDomainOf } from './auth.domains.ts';
import { type EventLog, report } from './auth.events.ts';
import { PROOF_SECONDS } from './auth.join.ts';
import type { AuthMails } from './auth.mails.ts';
import { findOwner, grantRole, type Owner, updateEmail } from './auth.owner.repo.ts';
import type { PasswordProof } from './auth.proof.ts';
import { isEmailTaken } from './auth.repo.ts';
import { type CodeTarget, deleteFlows, findProof, useProof } from './verifications.repo.ts';

interface Deps {
  db: Db;
  clock: Clock;
  codes: Codes;
  proof: PasswordProof;
  mailQueue: MailQueue;
  mails: AuthMails;
  live: Pick<Live, 'transaction'>;
  notices: Pick<NoticesService, 'notify'>;
  events: Pick<DomainEventHub, 'emit'>;
  audit: Pick<AuditService, 'record'>;
  signupDomains: readonly string[];
  studentDomains: readonly string[];
  log: EventLog;
}

export interface EmailChange {
  email: string;
  /** Absent: the address was proven by `verify-code` in the last 10 minutes. */
  code?: string | undefined;
  /** Network address of the client, as rate limits see it. */
  address: string;
}

/**
 * Changes the own address to one that was proven by a code for this purpose; the old address is told
 * (decisions 156; quality LG-13, LG-14). A student domain makes a student, as at sign-up; leaving one
 * takes no role away (decisions 32). Throws REAUTH_REQUIRED, EMAIL_UNCHANGED, EMAIL_DOMAIN_DENIED,
 * DUPLICATE, VERIFICATION_REQUIRED and the refusals of the code.
 */
export function createEmailChange(deps: Deps) {
  const { db, clock, codes, proof, mailQueue, mails, live, notices, events, audit, log } = deps;

  return async (actor: Actor, input: EmailChange): Promise<void> => {
    await db.transaction((tx) => proof.require(tx, actor));
    const owner = await findOwner(db, actor.sessionId);
    if (owner === null) throw new AppError('TOKEN_INVALID');
    if (input.email === owner.email) throw refuse('EMAIL_UNCHANGED');
    if (!isDomainOf(input.email, deps.signupDomains, true)) throw refuse('EMAIL_DOMAIN_DENIED');
    if (input.code !== undefined) await answerCode(actor, input, input.code);
    const isStudent = await live
      .transaction(async (tx, emit) => {
        const isStudent = await change(tx, actor, owner, input);
        await notices.notify(tx, emit, { kind: 'emailChanged', facts: null, to: [owner.id] });
        return isStudent;
      })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? taken() : error;
      });
    report(log, 'email changed', { memberId: owner.id });
    if (isStudent) events.emit('access-changed', { memberId: owner.id });
  };

  /** A code out of date may have left its proof in time. */
  async function answerCode(actor: Actor, { email, address }: EmailChange, code: string) {
    try {
      await codes.verify(email, code, { actor, flow: null, address });
    } catch (error) {
      const isLate = error instanceof AppError && error.code === 'CODE_EXPIRED';
      if (!isLate || (await findProof(db, targetOf(actor, email), proofStart())) !== 'open') {
        throw error;
      }
    }
  }

  /** Answers whether the member became a student by it. */
  async function change(tx: Executor, actor: Actor, owner: Owner, input: EmailChange) {
    const now = clock.now();
    const { email } = input;
    await proof.require(tx, actor);
    if (!(await useProof(tx, targetOf(actor, email), proofStart(), now))) {
      throw new AppError('VERIFICATION_REQUIRED');
    }
    if (await isEmailTaken(tx, email)) throw taken();
    await updateEmail(tx, owner.id, email);
    await deleteFlows(tx, owner.id);
    await mailQueue.enqueue(tx, mails.emailChanged(owner.email, email));
    const isOfStudents = isDomainOf(email, deps.studentDomains, false);
    if (!isOfStudents || !(await grantRole(tx, owner.id, 'STUDENT', now))) return false;
    await audit.record(tx, {
      actorId: owner.id,
      action: 'role.grant',
      targetType: 'member',
      targetId: owner.id,
      reason: '학교 이메일 인증',
      detail: { role: 'STUDENT' },
      address: input.address,
    });
    return true;
  }

  function proofStart(): Date {
    return addSeconds(clock.now(), -PROOF_SECONDS);
  }
}

function targetOf({ memberId }: Actor, email: string): CodeTarget {
  return { purpose: 'change', email, memberId, flowHash: null };
}

function refuse(code: 'EMAIL_UNCHANGED' | 'EMAIL_DOMAIN_DENIED'): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { errors: [{ field: 'email', message }] });
}

function taken(): AppError {
  const message = TEXTS.emailTaken;
  return new AppError('DUPLICATE', { message, errors: [{ field: 'email', message }] });
}
