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
import type { FollowUpRow, InquiryRow } from './inquiries.repo.ts';
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
  };
}

function askerName({ memberId, nickname, withdrawnAt, outside }: InquiryRow): string {
  if (memberId !== null) return memberName(nickname, withdrawnAt);
  return outside === null ? ANONYMOUS_NAME : OUTSIDE_NAME;
}

export function presentInquiryDetail(
  row: InquiryRow,
  { followUps, attachments }: { followUps: readonly FollowUpRow[]; attachments: Attachment[] },
  forStaff: Pick<InquiryDetail, 'asker' | 'outsideReporter' | 'emailRefused' | 'target'>,
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
