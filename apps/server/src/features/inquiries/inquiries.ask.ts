import type { ReportTarget } from '@naru/contract/choices';
import type { Inquiry, inquiryBody } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { isJudged } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { Blinds } from '../moderation/blinds.service.ts';
import type { Contents } from '../moderation/contents.service.ts';
import type { ReportedContents } from '../moderation/reported-contents.service.ts';
import type { ReportedMessages } from '../moderation/reported-messages.service.ts';
import type { Tools } from '../tools.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { inheritAssignee } from './inquiries.assign.repo.ts';
import { presentInquiry } from './inquiries.present.ts';
import {
  countOpen,
  findByClientId,
  findInquiry,
  insertInquiry,
  lockAsker,
} from './inquiries.repo.ts';

export type InquiryInput = z.output<typeof inquiryBody>;

export interface AskDeps
  extends Pick<Tools, 'live' | 'clock' | 'throttle' | 'memberRates' | 'notifications'> {
  contents: Pick<Contents, 'isReportable'>;
  attachments: Pick<Attachments, 'attachToInquiry' | 'listOfInquiry'>;
  blinds: Pick<Blinds, 'reportStored'>;
  messages: Pick<ReportedMessages, 'copy'>;
  reported: Pick<ReportedContents, 'copy'>;
}

export function createAsking(deps: AskDeps) {
  const { live, clock, throttle, memberRates, contents, notifications, attachments } = deps;

  return {
    /**
     * Returns what is stored when the member sends the same client id again, whatever else it says.
     * Throws INQUIRY_OPEN_LIMIT with 5 open inquiries, INQUIRY_THROTTLED after 5 in an hour,
     * INQUIRY_TARGET_NOT_FOUND for a report target that is missing or closed to the actor, and INQUIRY_NOT_FOUND unless `previousId`
     * is a completed inquiry of the actor. Reports of a target do not count as inquiries:
     * REPORT_THROTTLED after 20 in an hour. Throws ATTACHMENT_NOT_READY for files that are not the
     * actor's checked and unused ones.
     */
    async create(actor: Actor, input: InquiryInput): Promise<Inquiry> {
      const { memberId } = actor;
      return live.transaction(async (tx, emit) => {
        await lockAsker(tx, memberId);
        const earlier = await findByClientId(tx, memberId, input.clientId ?? null);
        const id = earlier ?? (await store(tx, emit, actor, input));
        return presentInquiry(found(await findInquiry(tx, id), 'INQUIRY_NOT_FOUND'));
      });
    },
  };

  async function store(tx: Tx, emit: Emit, actor: Actor, input: InquiryInput): Promise<number> {
    const { memberId } = actor;
    await checkQuota(tx, memberId, input);
    const previousId = await checkPrevious(tx, memberId, input.previousId ?? null);
    const { title, content, category } = input;
    const { target, storeMessages } = await findTarget(tx, actor, input);
    const id = await insertInquiry(tx, {
      memberId,
      title,
      content,
      category,
      previousId,
      clientId: input.clientId ?? null,
      targetRole: category === 'ROLE_REQUEST' ? input.targetRole : null,
      targetType: target?.type ?? null,
      targetId: target?.id ?? null,
      createdAt: clock.now(),
    });
    await storeMessages?.(id);
    if (target) await deps.reported.copy(tx, id, target);
    const files = { inquiryId: id, given: input.attachments };
    await attachments.attachToInquiry(tx, { memberId }, files);
    if (target && isJudged(target.type)) {
      await inheritAssignee(tx, id);
      await deps.blinds.reportStored(tx, emit, { type: target.type, id: target.id }, memberId);
    }
    const kind = arrivedKind(category, target?.type ?? null);
    await notifications.workArrived(tx, emit, { kind, actorId: memberId });
    return id;
  }

  async function checkQuota(tx: Tx, memberId: number, { category, targetType }: InquiryInput) {
    if (category === 'REPORT' && targetType) {
      return throttle.hit(tx, `reports ${memberId}`, memberRates.reports, 'REPORT_THROTTLED');
    }
    if ((await countOpen(tx, memberId)) >= LIMITS.inquiriesOpen) {
      throw new AppError('INQUIRY_OPEN_LIMIT');
    }
    return throttle.hit(tx, `inquiries ${memberId}`, memberRates.inquiries, 'INQUIRY_THROTTLED');
  }

  async function findTarget(
    tx: Tx,
    actor: Actor,
    { category, targetType, targetId, withContext }: InquiryInput,
  ) {
    if (category !== 'REPORT' || !targetType || !targetId) return { target: null };
    const target = { type: targetType, id: targetId };
    if (targetType === 'MESSAGE') {
      const message = { messageId: targetId, withContext };
      return { target, storeMessages: await deps.messages.copy(tx, actor, message) };
    }
    if (!(await contents.isReportable(tx, actor, target))) {
      throw new AppError('INQUIRY_TARGET_NOT_FOUND');
    }
    return { target };
  }
}

function arrivedKind(category: InquiryInput['category'], target: ReportTarget | null) {
  if (category === 'ROLE_REQUEST') return 'roleRequestArrived';
  if (category !== 'REPORT') return 'inquiryArrived';
  return isJudged(target) ? 'contentReportArrived' : 'reportArrived';
}

async function checkPrevious(tx: Tx, memberId: number, id: number | null) {
  if (id === null) return null;
  const row = await findInquiry(tx, id);
  if (row?.memberId !== memberId || row.state !== 'COMPLETED') {
    throw new AppError('INQUIRY_NOT_FOUND');
  }
  return id;
}
