import type { InquiryDetail } from '@naru/contract/inquiries';
import * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import { lockAdmins } from '../../domain/access/members.repo.ts';
import type { About } from '../../domain/emails/email-queue.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import { type ContentKey, isBlinded } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import type { Email } from '../../platform/email/email.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { Tools } from '../tools.ts';
import {
  completeInquiry,
  insertFollowUp,
  isAskerThere,
  markGranted,
  noteAnswerEmail,
} from './inquiries.answer.repo.ts';
import type { InquiryEmails } from './inquiries.emails.ts';
import { completedBy } from './inquiries.present.ts';
import { findInquiry, type InquiryRow, lockInquiry, lockOpenReports } from './inquiries.repo.ts';

export interface AnswerDeps
  extends Pick<
    Tools,
    'db' | 'clock' | 'live' | 'events' | 'notifications' | 'emailQueue' | 'audit'
  > {
  emails: InquiryEmails;
  people: Pick<AdminService, 'grantIn' | 'getUser'>;
}

const ABOUT = 'inquiry';
const aboutFacts = z.object({ ids: z.array(z.number()) });

export type Answering = ReturnType<typeof createAnswering>;

/** `detailOf` presents an inquiry for an ADMIN. */
export function createAnswering(
  deps: AnswerDeps,
  detailOf: (tx: Tx, actor: Actor, row: InquiryRow) => Promise<InquiryDetail>,
) {
  const { clock, live, audit } = deps;
  // An answer never changes; it goes with the account of the member who asked.
  deps.emailQueue.renews(ABOUT, async (facts, stored) =>
    (await isAskerThere(deps.db, z.parse(aboutFacts, facts).ids)) ? stored : null,
  );

  return {
    /**
     * One of several parallel answers succeeds. Throws INQUIRY_NOT_FOUND, INQUIRY_COMPLETED, and
     * REPORT_UNDECIDED for a report of content that is hidden until staff decide.
     */
    async complete(actor: Actor, id: number, reply: string) {
      return live.transaction(async (tx, emit) => {
        const row = await completeIn(tx, emit, actor, id, reply);
        return detailOf(tx, actor, row);
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
      const reports: InquiryRow[] = [];
      for (const id of ids) {
        await completeInquiry(tx, id, values);
        const row = await find(tx, id);
        reports.push(row);
        if (row.outside === null) {
          await notifyAsker(tx, emit, actor, { row, event: 'completed', text: reply });
        }
      }
      await mailOutside(tx, reports, reply);
      return ids.length;
    },

    /** Throws INQUIRY_NOT_FOUND, INQUIRY_NOT_COMPLETED. */
    async followUp(actor: Actor, id: number, content: string) {
      return live.transaction(async (tx, emit) => {
        const row = await find(tx, id);
        if (row.state !== 'COMPLETED') throw new AppError('INQUIRY_NOT_COMPLETED');
        const { memberId: authorId } = actor;
        await insertFollowUp(tx, { inquiryId: id, authorId, content, createdAt: clock.now() });
        await notifyAsker(tx, emit, actor, { row, event: 'followUp', text: content });
        await audit.record(tx, actor, { action: 'inquiry.follow-up', targetId: id });
        return detailOf(tx, actor, row);
      });
    },

    /**
     * Grants the requested role; idempotent. Throws INQUIRY_NOT_FOUND, INQUIRY_NOT_ROLE_REQUEST,
     * INQUIRY_COMPLETED and the errors of a grant.
     */
    async grant(actor: Actor, id: number) {
      const granted = await live.transaction(async (tx, emit) => {
        const userId = await grantIn(tx, emit, actor, id);
        return { userId, inquiry: await detailOf(tx, actor, await find(tx, id)) };
      });
      deps.events.emit('access-changed', { memberId: granted.userId });
      return granted.inquiry;
    },

    /** Grants the requested role, unless it was granted from the inquiry before, and answers. Throws as both do. */
    async grantAndComplete(actor: Actor, id: number, reply: string) {
      const granted = await live.transaction(async (tx, emit) => {
        const userId = await grantIn(tx, emit, actor, id);
        const row = await completeIn(tx, emit, actor, id, reply);
        return { userId, inquiry: await detailOf(tx, actor, row) };
      });
      deps.events.emit('access-changed', { memberId: granted.userId });
      return granted.inquiry;
    },
  };

  async function completeIn(tx: Tx, emit: Emit, actor: Actor, id: number, reply: string) {
    await requireDecided(tx, id);
    const values = { reply, responderId: actor.memberId, completedAt: clock.now() };
    const isCompleted = await completeInquiry(tx, id, values);
    const row = await find(tx, id);
    if (!isCompleted) throw completedBy(row);
    await notifyAsker(tx, emit, actor, { row, event: 'completed', text: reply });
    await deps.notifications.workChanged(tx, emit);
    await audit.record(tx, actor, { action: 'inquiry.complete', targetId: id });
    return row;
  }

  /** Returns the id of the member who asked. */
  async function grantIn(tx: Tx, emit: Emit, actor: Actor, id: number): Promise<number> {
    // The same lock order as a withdrawal: admins first, then the inquiry.
    await lockAdmins(tx);
    await lockInquiry(tx, id);
    const row = await find(tx, id);
    const request = requestedRole(row);
    if (row.grantedAt === null) {
      await markGranted(tx, id, clock.now());
      await deps.people.grantIn(tx, emit, actor, { ...request, reason: `문의 ${id}` });
    }
    return request.userId;
  }

  /**
   * Sends a notification and an e-mail, unless the asker has withdrawn or is the actor. Who is suspended
   * or has no account cannot log in, so the e-mail contains the text. An anonymous one gets no e-mail: its
   * row in the queue would link the address to the content.
   */
  async function notifyAsker(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    { row, event, text }: { row: InquiryRow; event: 'completed' | 'followUp'; text: string },
  ) {
    const { memberId, title } = row;
    if (row.outside !== null) return mailOutside(tx, [row], text);
    const kind = event === 'completed' ? 'inquiryCompleted' : 'inquiryFollowedUp';
    const facts = { inquiryId: row.id, title };
    if (memberId === null) {
      return deps.notifications.objectionAnswered(tx, emit, { kind, ...facts });
    }
    if (row.withdrawnAt !== null || memberId === actor.memberId) return;
    await deps.notifications.notify(tx, emit, { kind, facts, to: [memberId] });
    const { email, suspendedUntil } = await deps.people.getUser(tx, memberId);
    const { emails } = deps;
    if (suspendedUntil === null) {
      return enqueueAnswer(tx, [row], emails[event](email, row.id), {});
    }
    const about = aboutInquiries([row]);
    return enqueueAnswer(tx, [row], emails.inFull(email, title, text), { about });
  }

  async function enqueueAnswer(
    tx: Tx,
    rows: readonly InquiryRow[],
    email: Email,
    options: { about?: About },
  ): Promise<void> {
    const logId = await deps.emailQueue.enqueue(tx, email, options);
    const ids = rows.map(({ id }) => id);
    await noteAnswerEmail(tx, ids, logId);
  }

  /** One e-mail for each address, which nobody has verified, however many of the reports name it. */
  async function mailOutside(tx: Tx, reports: readonly InquiryRow[], text: string): Promise<void> {
    const about = aboutInquiries(reports);
    const reportsOf = new Map<string, InquiryRow[]>();
    for (const one of reports) {
      if (one.outside === null) continue;
      const { email } = one.outside;
      reportsOf.set(email, [...(reportsOf.get(email) ?? []), one]);
    }
    for (const [address, rows] of reportsOf) {
      const days = new Set(rows.map(({ createdAt }) => kstDay(createdAt)));
      await enqueueAnswer(tx, rows, deps.emails.outside(address, [...days], text), { about });
    }
  }
}

const aboutInquiries = (rows: readonly InquiryRow[]) => ({
  kind: ABOUT,
  facts: { ids: rows.map(({ id }) => id) },
});

/** Otherwise the content would stay hidden without anything that waits for a decision. */
async function requireDecided(tx: Tx, id: number): Promise<void> {
  const { targetType, targetId } = await find(tx, id);
  if (targetId === null || (targetType !== 'POST' && targetType !== 'COMMENT')) return;
  if (await isBlinded(tx, { type: targetType, id: targetId })) {
    throw new AppError('REPORT_UNDECIDED');
  }
}

/** Throws INQUIRY_NOT_ROLE_REQUEST, INQUIRY_COMPLETED. */
function requestedRole(row: InquiryRow) {
  const { category, targetRole: role, memberId: userId } = row;
  if (category !== 'ROLE_REQUEST' || role === null || userId === null) {
    throw new AppError('INQUIRY_NOT_ROLE_REQUEST');
  }
  if (row.state !== 'PROCESSING') throw completedBy(row);
  return { userId, role };
}

async function find(tx: Tx, id: number) {
  return found(await findInquiry(tx, id), 'INQUIRY_NOT_FOUND');
}
