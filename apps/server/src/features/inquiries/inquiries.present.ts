import type { Assignee } from '@naru/contract/assignees';
import { ANONYMOUS_NAME } from '@naru/contract/boards';
import type { Attachment } from '@naru/contract/files';
import {
  type Inquiry,
  type InquiryDetail,
  OUTSIDE_NAME,
  type ReportTargetView,
} from '@naru/contract/inquiries';
import type { Report, ReportHistory } from '@naru/contract/moderation';
import { memberName } from '../../domain/authorship/writer.ts';
import { presentStaffAction } from '../../domain/moderation/staff-actions.ts';
import { toKst } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { FollowUpRow } from './inquiries.answer.repo.ts';
import type { InquiryRow } from './inquiries.repo.ts';
import type { History } from './inquiries.reports.repo.ts';

export function presentInquiry(row: InquiryRow): Inquiry {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    category: row.category,
    targetRole: row.targetRole,
    state: row.state,
    userId: row.memberId,
    userName: askerName(row),
    createdAt: toKst(row.createdAt),
    completeDateTime: row.completedAt === null ? null : toKst(row.completedAt),
    reply: row.reply,
    responderNickname:
      row.responderNickname === null
        ? null
        : memberName(row.responderNickname, row.responderWithdrawnAt),
    targetType: row.targetType,
    targetId: row.targetId,
    granted: row.grantedAt !== null,
    previousId: row.previousId,
    assignee: null,
  };
}

function askerName({ memberId, nickname, withdrawnAt, outside }: InquiryRow): string {
  if (memberId !== null) return memberName(nickname, withdrawnAt);
  return outside === null ? ANONYMOUS_NAME : OUTSIDE_NAME;
}

/** For staff only: members do not learn who works on their inquiries. */
export function presentStaffInquiry(row: InquiryRow): Inquiry {
  return { ...presentInquiry(row), assignee: presentAssignee(row) };
}

export function presentAssignee({ assigneeId, assigneeNickname }: InquiryRow): Assignee | null {
  return assigneeId === null || assigneeNickname === null
    ? null
    : { id: assigneeId, nickname: assigneeNickname };
}

/** The refusal for the slower one of two, who learns who was faster. */
export function completedBy(row: InquiryRow): AppError {
  const { responderNickname } = presentInquiry(row);
  return new AppError(
    'INQUIRY_COMPLETED',
    responderNickname === null
      ? {}
      : { message: `${responderNickname} 님이 먼저 처리했습니다. 쓰던 글은 남아 있습니다.` },
  );
}

export function presentInquiryDetail(
  row: InquiryRow,
  { followUps, attachments }: { followUps: readonly FollowUpRow[]; attachments: Attachment[] },
  forStaff: Pick<
    InquiryDetail,
    'asker' | 'outsideReporter' | 'emailRefused' | 'target' | 'assignee'
  >,
): InquiryDetail {
  return {
    ...presentInquiry(row),
    attachments,
    objected: row.objected && presentStaffAction(row.objected),
    followUps: followUps.map((one) => ({
      id: one.id,
      content: one.content,
      authorNickname: memberName(one.nickname, one.withdrawnAt),
      createdAt: toKst(one.createdAt),
    })),
    ...forStaff,
  };
}

export function presentReport(
  row: InquiryRow,
  target: ReportTargetView | null,
  {
    openReports,
    isAdmin,
    reported,
  }: { openReports: number; isAdmin: boolean; reported: Report['reported'] },
): Report {
  return {
    inquiryId: row.id,
    state: row.state,
    title: row.title,
    content: row.content,
    reporterId: isAdmin ? row.memberId : null,
    reporterNickname: isAdmin ? askerName(row) : null,
    outside: isAdmin && row.outside !== null,
    createdAt: toKst(row.createdAt),
    target,
    reported,
    openReports,
    assignee: presentAssignee(row),
  };
}

export function presentHistory({ of, rows, counts }: History): ReportHistory {
  return {
    of,
    reports: counts.get('REPORTED') ?? 0,
    removals: counts.get('REMOVED') ?? 0,
    suspensions: counts.get('SUSPENDED') ?? 0,
    entries: rows.map(({ kind, at, title, reason }) => ({
      kind,
      at: toKst(new Date(at)),
      title,
      reason,
    })),
  };
}
