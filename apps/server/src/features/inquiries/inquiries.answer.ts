import type { InquiryDetail, RequestableRole } from '@naru/contract/inquiries';
import type { Tx } from '../../db/client.ts';
import { lockAdmins } from '../../domain/access/admins.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notifications/notifications.service.ts';
import {
  completeInquiry,
  findInquiry,
  type InquiryRow,
  insertFollowUp,
  lockInquiry,
  markGranted,
} from './inquiries.repo.ts';
import type { InquiryMails } from './inquiries.texts.ts';

interface Deps {
  clock: Clock;
  live: Pick<Live, 'transaction'>;
  events: Pick<DomainEventHub, 'emit'>;
  notices: Pick<NoticesService, 'notify'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: InquiryMails;
  audit: Pick<AuditService, 'record'>;
  people: Pick<AdminService, 'grantIn' | 'getUser'>;
  /** What ADMIN sees of an inquiry. */
  detailOf: (tx: Tx, row: InquiryRow) => Promise<InquiryDetail>;
}

/** What ADMINs do with inquiries. */
export function createAnswering(deps: Deps) {
  const { clock, live, audit } = deps;

  return {
    /**
     * Answers and finishes an inquiry; of several at once one does. Throws INQUIRY_NOT_FOUND,
     * INQUIRY_COMPLETED.
     */
    async complete(actor: Actor, id: number, answer: string): Promise<InquiryDetail> {
      return live.transaction(async (tx, emit) => {
        const isDone = await completeInquiry(tx, id, {
          reply: answer,
          responderId: actor.memberId,
          completedAt: clock.now(),
        });
        const row = await find(tx, id);
        if (!isDone) throw new AppError('INQUIRY_COMPLETED');
        await tell(tx, emit, actor, { row, what: 'completed' });
        await audit.record(tx, entryOf(actor, 'inquiry.complete', id));
        return deps.detailOf(tx, row);
      });
    },

    /** Adds something after the answer. Throws INQUIRY_NOT_FOUND, INQUIRY_NOT_COMPLETED. */
    async followUp(actor: Actor, id: number, content: string): Promise<InquiryDetail> {
      return live.transaction(async (tx, emit) => {
        const row = await find(tx, id);
        if (row.state !== 'COMPLETED') throw new AppError('INQUIRY_NOT_COMPLETED');
        await insertFollowUp(tx, {
          inquiryId: id,
          authorId: actor.memberId,
          content,
          createdAt: clock.now(),
        });
        await tell(tx, emit, actor, { row, what: 'followUp' });
        await audit.record(tx, entryOf(actor, 'inquiry.follow-up', id));
        return deps.detailOf(tx, row);
      });
    },

    /**
     * Grants the role that a processing role request asks for; the second of two clicks changes
     * nothing. Throws INQUIRY_NOT_FOUND, INQUIRY_NOT_ROLE_REQUEST, INQUIRY_COMPLETED and what a
     * grant throws.
     */
    async grant(actor: Actor, id: number): Promise<InquiryDetail> {
      const detail = await live.transaction(async (tx, emit) => {
        // Before the inquiry, as somebody who leaves the service takes the two.
        await lockAdmins(tx);
        if (!(await lockInquiry(tx, id))) throw new AppError('INQUIRY_NOT_FOUND');
        const row = await find(tx, id);
        const role = requestedRole(row);
        if (row.grantedAt !== null) return deps.detailOf(tx, row);
        await markGranted(tx, id, clock.now());
        await deps.people.grantIn(tx, emit, actor, {
          userId: row.memberId,
          role,
          reason: `문의 ${id}`,
        });
        return deps.detailOf(tx, await find(tx, id));
      });
      deps.events.emit('access-changed', { memberId: detail.userId });
      return detail;
    },
  };

  /** The bell and a mail for the asker, unless the account is gone. */
  async function tell(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    { row, what }: { row: InquiryRow; what: 'completed' | 'followUp' },
  ): Promise<void> {
    if (row.withdrawnAt !== null || row.memberId === actor.memberId) return;
    await deps.notices.notify(tx, emit, {
      kind: what === 'completed' ? 'inquiryCompleted' : 'inquiryFollowedUp',
      facts: { inquiryId: row.id, title: row.title },
      to: [row.memberId],
    });
    const { email } = await deps.people.getUser(tx, row.memberId);
    await deps.emailQueue.enqueue(tx, deps.mails[what](email, row.id));
  }
}

/** The role to grant, looked at anew: the inquiry may have changed since it was read. */
function requestedRole({ category, targetRole, state }: InquiryRow): RequestableRole {
  if (category !== 'ROLE_REQUEST' || targetRole === null) {
    throw new AppError('INQUIRY_NOT_ROLE_REQUEST');
  }
  if (state !== 'PROCESSING') throw new AppError('INQUIRY_COMPLETED');
  return targetRole;
}

async function find(tx: Tx, id: number): Promise<InquiryRow> {
  const row = await findInquiry(tx, id);
  if (row === null) throw new AppError('INQUIRY_NOT_FOUND');
  return row;
}

export function entryOf<A extends `inquiry.${string}`>(
  { memberId, address }: Actor,
  action: A,
  targetId: number,
) {
  return { actorId: memberId, address, action, targetType: 'inquiry', targetId } as const;
}
