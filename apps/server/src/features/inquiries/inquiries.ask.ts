import type { Inquiry, inquiryBody } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { found } from '../../platform/found.ts';
import type { Tools } from '../../tools.ts';
import type { Contents } from '../moderation/contents.service.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { presentInquiry } from './inquiries.present.ts';
import { countOpen, findInquiry, insertInquiry, lockAsker } from './inquiries.repo.ts';

export type InquiryInput = z.output<typeof inquiryBody>;

const HOURLY = { max: 5, seconds: 60 * 60 };
const HOURLY_REPORTS = { max: 20, seconds: 60 * 60 };

export interface AskDeps extends Pick<Tools, 'db' | 'clock' | 'throttle'> {
  contents: Pick<Contents, 'exists'>;
  attachments: Pick<Attachments, 'attachToInquiry' | 'listOfInquiry'>;
}

export function createAsking({ db, clock, throttle, contents, attachments }: AskDeps) {
  return {
    /**
     * Throws INQUIRY_OPEN_LIMIT with 5 open inquiries, INQUIRY_THROTTLED after 5 in an hour,
     * INQUIRY_TARGET_NOT_FOUND for a missing report target, and INQUIRY_NOT_FOUND unless `previousId`
     * is a completed inquiry of the actor. Reports of a target do not count as inquiries:
     * REPORT_THROTTLED after 20 in an hour. Throws ATTACHMENT_NOT_READY for files that are not the
     * actor's checked and unused ones.
     */
    async create({ memberId }: Actor, input: InquiryInput): Promise<Inquiry> {
      return db.transaction(async (tx) => {
        await lockAsker(tx, memberId);
        await checkQuota(tx, memberId, input);
        const previousId = await checkPrevious(tx, memberId, input.previousId ?? null);
        const { title, content, category } = input;
        const id = await insertInquiry(tx, {
          memberId,
          title,
          content,
          category,
          previousId,
          targetRole: category === 'ROLE_REQUEST' ? input.targetRole : null,
          ...(await checkTarget(tx, input)),
          createdAt: clock.now(),
        });
        const files = { inquiryId: id, given: input.attachments };
        await attachments.attachToInquiry(tx, { memberId }, files);
        return presentInquiry(found(await findInquiry(tx, id), 'INQUIRY_NOT_FOUND'));
      });
    },
  };

  async function checkQuota(tx: Tx, memberId: number, { category, targetType }: InquiryInput) {
    if (category === 'REPORT' && targetType) {
      return throttle.hit(tx, `reports ${memberId}`, HOURLY_REPORTS, 'REPORT_THROTTLED');
    }
    if ((await countOpen(tx, memberId)) >= LIMITS.inquiriesOpen) {
      throw new AppError('INQUIRY_OPEN_LIMIT');
    }
    return throttle.hit(tx, `inquiries ${memberId}`, HOURLY, 'INQUIRY_THROTTLED');
  }

  async function checkTarget(tx: Tx, { category, targetType, targetId }: InquiryInput) {
    if (category !== 'REPORT' || !targetType || !targetId) return {};
    if (!(await contents.exists(tx, { type: targetType, id: targetId }))) {
      throw new AppError('INQUIRY_TARGET_NOT_FOUND');
    }
    return { targetType, targetId };
  }
}

async function checkPrevious(tx: Tx, memberId: number, id: number | null) {
  if (id === null) return null;
  const row = await findInquiry(tx, id);
  if (row?.memberId !== memberId || row.state !== 'COMPLETED') {
    throw new AppError('INQUIRY_NOT_FOUND');
  }
  return id;
}
