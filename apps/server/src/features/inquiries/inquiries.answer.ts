import type { InquiryDetail, RequestableRole } from '@naru/contract/inquiries';
import type { Tx } from '../../db/client.ts';
import { lockAdmins } from '../../domain/access/admins.repo.ts';
import { type ContentKey, isBlinded } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { found } from '../../platform/found.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Tools } from '../../tools.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { InquiryEmails } from './inquiries.emails.ts';
import {
  completeInquiry,
  findInquiry,
  type InquiryRow,
  insertFollowUp,
  lockInquiry,
  lockOpenReports,
  markGranted,
} from './inquiries.repo.ts';

export interface AnswerDeps
  extends Pick<Tools, 'clock' | 'live' | 'events' | 'notifications' | 'emailQueue' | 'audit'> {
  emails: InquiryEmails;
  people: Pick<AdminService, 'grantIn' | 'getUser'>;
}

export type Answering = ReturnType<typeof createAnswering>;

/** `detailOf` presents an inquiry for an ADMIN. */
export function createAnswering(
  deps: AnswerDeps,
  detailOf: (tx: Tx, row: InquiryRow) => Promise<InquiryDetail>,
) {
  const { clock, live, audit } = deps;

  return {
    /**
     * One of several parallel answers succeeds. Throws INQUIRY_NOT_FOUND, INQUIRY_COMPLETED, and
     * REPORT_UNDECIDED for a report of content that is hidden until staff decide.
     */
    async complete(actor: Actor, id: number, reply: string) {
      return live.transaction(async (tx, emit) => {
        await requireDecided(tx, id);
        const values = { reply, responderId: actor.memberId, completedAt: clock.now() };
        const isCompleted = await completeInquiry(tx, id, values);
        const row = await find(tx, id);
        if (!isCompleted) throw new AppError('INQUIRY_COMPLETED');
        await notifyAsker(tx, emit, actor, { row, event: 'completed' });
        await deps.notifications.workChanged(tx, emit);
        await audit.record(tx, actor, { action: 'inquiry.complete', targetId: id });
        return detailOf(tx, row);
      });
    },

    /** Answers every open report of the content with the same text; returns how many. */
    async closeReports(
      tx: Tx,
      emit: Emit,
      actor: Actor,
      target: ContentKey,
      reply: string,
    ): Promise<number> {
      const ids = await lockOpenReports(tx, target);
      const values = { reply, responderId: actor.memberId, completedAt: clock.now() };
      for (const id of ids) {
        await completeInquiry(tx, id, values);
        await notifyAsker(tx, emit, actor, { row: await find(tx, id), event: 'completed' });
      }
      return ids.length;
    },

    /** Throws INQUIRY_NOT_FOUND, INQUIRY_NOT_COMPLETED. */
    async followUp(actor: Actor, id: number, content: string) {
      return live.transaction(async (tx, emit) => {
        const row = await find(tx, id);
        if (row.state !== 'COMPLETED') throw new AppError('INQUIRY_NOT_COMPLETED');
        const { memberId: authorId } = actor;
        await insertFollowUp(tx, { inquiryId: id, authorId, content, createdAt: clock.now() });
        await notifyAsker(tx, emit, actor, { row, event: 'followUp' });
        await audit.record(tx, actor, { action: 'inquiry.follow-up', targetId: id });
        return detailOf(tx, row);
      });
    },

    /**
     * Grants the requested role; idempotent. Throws INQUIRY_NOT_FOUND, INQUIRY_NOT_ROLE_REQUEST,
     * INQUIRY_COMPLETED and the errors of a grant.
     */
    async grant(actor: Actor, id: number) {
      const detail = await live.transaction(async (tx, emit) => {
        // The same lock order as a withdrawal: admins first, then the inquiry.
        await lockAdmins(tx);
        await lockInquiry(tx, id);
        const row = await find(tx, id);
        const role = requestedRole(row);
        if (row.grantedAt !== null) return detailOf(tx, row);
        await markGranted(tx, id, clock.now());
        const input = { userId: row.memberId, role, reason: `문의 ${id}` };
        await deps.people.grantIn(tx, emit, actor, input);
        return detailOf(tx, await find(tx, id));
      });
      deps.events.emit('access-changed', { memberId: detail.userId });
      return detail;
    },
  };

  /** Sends a notification and an e-mail, unless the asker has withdrawn or is the actor. */
  async function notifyAsker(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    { row, event }: { row: InquiryRow; event: 'completed' | 'followUp' },
  ) {
    if (row.withdrawnAt !== null || row.memberId === actor.memberId) return;
    await deps.notifications.notify(tx, emit, {
      kind: event === 'completed' ? 'inquiryCompleted' : 'inquiryFollowedUp',
      facts: { inquiryId: row.id, title: row.title },
      to: [row.memberId],
    });
    const { email } = await deps.people.getUser(tx, row.memberId);
    await deps.emailQueue.enqueue(tx, deps.emails[event](email, row.id));
  }
}

/** Otherwise the content would stay hidden without anything that waits for a decision. */
async function requireDecided(tx: Tx, id: number): Promise<void> {
  const { targetType, targetId } = await find(tx, id);
  if (targetId === null || (targetType !== 'POST' && targetType !== 'COMMENT')) return;
  if (await isBlinded(tx, { type: targetType, id: targetId })) {
    throw new AppError('REPORT_UNDECIDED');
  }
}

/** Throws INQUIRY_NOT_ROLE_REQUEST, INQUIRY_COMPLETED. */
function requestedRole({ category, targetRole, state }: InquiryRow): RequestableRole {
  if (category !== 'ROLE_REQUEST' || targetRole === null) {
    throw new AppError('INQUIRY_NOT_ROLE_REQUEST');
  }
  if (state !== 'PROCESSING') throw new AppError('INQUIRY_COMPLETED');
  return targetRole;
}

async function find(tx: Tx, id: number) {
  return found(await findInquiry(tx, id), 'INQUIRY_NOT_FOUND');
}
