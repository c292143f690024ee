import type { Assignee } from '@naru/contract/assignees';
import type { InquiryDesk } from '@naru/contract/inquiry-desk';
import { hasRole } from '@naru/contract/roles';
import type { Tx } from '../../db/client.ts';
import { isJudged } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { listAssignees, updateAssignee } from './inquiries.assign.repo.ts';
import { completedBy, presentAssignee, presentInquiry } from './inquiries.present.ts';
import {
  findBeside,
  findInquiry,
  type InquiryFilter,
  type InquiryRow,
  lockInquiry,
  lockOpenReports,
} from './inquiries.repo.ts';

const UNFIT = '이 일을 맡을 수 없는 회원입니다. 다른 담당자를 골라 주세요.';

interface Assignment {
  assigneeId: number | null;
  before: number | null;
}

/**
 * Who works on inquiries and reports. Whether somebody may decide plays no part: refusing the author of anonymous
 * content would name them.
 */
export function createAssigning(
  deps: Pick<Tools, 'db' | 'clock' | 'live' | 'notifications' | 'audit'>,
) {
  const { db, clock, live, audit } = deps;

  return {
    /** Reads no text of the inquiry, so that open pages may repeat it. Throws INQUIRY_NOT_FOUND. */
    async getDesk(actor: Actor, id: number, filter: InquiryFilter): Promise<InquiryDesk> {
      const row = found(await findInquiry(db, id), 'INQUIRY_NOT_FOUND');
      const beside = await findBeside(db, { ...filter, viewerId: actor.memberId }, id);
      const { state, responderNickname } = presentInquiry(row);
      return { state, responderNickname, assignee: presentAssignee(row), ...beside };
    },

    listAssignees: async () => ({ assignees: await listAssignees(db, clock.now()) }),

    /**
     * Reports of one content have one assignee. Idempotent. Throws INQUIRY_NOT_FOUND unless the actor may handle
     * it, INQUIRY_COMPLETED, EDIT_CONFLICT when it is somebody else than `before`, and VALIDATION_FAILED for a member
     * who may not work on it.
     */
    async assign(actor: Actor, id: number, { assigneeId, before }: Assignment) {
      return live.transaction(async (tx, emit) => {
        const ids = await lockCase(tx, await findHandled(tx, actor, id));
        const row = await findHandled(tx, actor, id);
        if (row.state !== 'PROCESSING') throw completedBy(row);
        if (row.assigneeId === assigneeId) return presentAssignee(row);
        if (row.assigneeId !== before) throw refuseFor(row);
        await requireFit(tx, row, assigneeId);
        await updateAssignee(tx, ids, assigneeId);
        const after = presentAssignee(await findHandled(tx, actor, id));
        await deps.notifications.workChanged(tx, emit, true);
        // Ids: the log cannot be erased.
        const detail = { before: row.assigneeId, after: assigneeId };
        await audit.record(tx, actor, { action: 'inquiry.assign', targetId: id, detail });
        return after;
      });
    },
  };

  /** Throws VALIDATION_FAILED. */
  async function requireFit(tx: Tx, row: InquiryRow, memberId: number | null): Promise<void> {
    if (memberId === null) return;
    const one = (await listAssignees(tx, clock.now())).find(({ id }) => id === memberId);
    if (one === undefined || !(one.isAdmin || isContentReport(row))) {
      throw new AppError('VALIDATION_FAILED', { message: UNFIT });
    }
  }
}

const isContentReport = ({ category, targetType }: InquiryRow) =>
  category === 'REPORT' && isJudged(targetType);

/** Throws INQUIRY_NOT_FOUND for what MANAGER does not handle. */
async function findHandled(tx: Tx, actor: Actor, id: number): Promise<InquiryRow> {
  const row = await findInquiry(tx, id);
  if (row === null || !(hasRole(actor.roles, 'ADMIN') || isContentReport(row))) {
    throw new AppError('INQUIRY_NOT_FOUND');
  }
  return row;
}

/** Locks what is decided together; returns its ids. */
async function lockCase(tx: Tx, row: InquiryRow): Promise<number[]> {
  const { id, targetType, targetId } = row;
  if (isContentReport(row) && targetType !== null && targetId !== null) {
    return lockOpenReports(tx, { type: targetType, id: targetId });
  }
  await lockInquiry(tx, id);
  return [id];
}

function refuseFor(row: InquiryRow): AppError {
  const now: Assignee | null = presentAssignee(row);
  const message =
    now === null
      ? '다른 운영진이 먼저 담당을 해제했습니다. 다시 확인해 주세요.'
      : `${now.nickname} 님이 먼저 맡았습니다. 다시 확인해 주세요.`;
  return new AppError('EDIT_CONFLICT', { message });
}
