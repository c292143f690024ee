import type { ReportTargetView } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import type { Reveal } from '@naru/contract/moderation';
import { memberName } from '../../domain/authorship/writer.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { findApprovalObstacle, type RevealRules } from './reveals.policy.ts';
import type { RevealRow } from './reveals.repo.ts';

const HOUR = 60 * 60;

/** When access ends; null unless approved. */
function openUntil({ state, decidedAt }: RevealRow): Date | null {
  if (state !== 'APPROVED' || decidedAt === null) return null;
  return addSeconds(decidedAt, LIMITS.revealHours * HOUR);
}

/** Whether the member is the requester or approver and access has not expired. */
export function canOpen(row: RevealRow, memberId: number, now: Date): boolean {
  const until = openUntil(row);
  const isParty = memberId === row.requesterId || memberId === row.approverId;
  return isParty && until !== null && now < until;
}

export interface RevealViewer {
  memberId: number;
  rules: RevealRules;
}

export function presentReveal(
  row: RevealRow,
  target: ReportTargetView | undefined,
  { memberId, rules }: RevealViewer,
): Reveal {
  const { now } = rules;
  const until = openUntil(row);
  const isOver = until !== null && now >= until;
  return {
    id: row.id,
    targetType: row.targetType,
    targetId: row.targetId,
    boardType: target?.boardType ?? null,
    postId: target?.postId ?? null,
    lectureId: target?.lectureId ?? null,
    title: target?.title ?? '',
    excerpt: target?.excerpt ?? '',
    reason: row.reason,
    state: isOver ? 'EXPIRED' : row.state,
    requesterId: row.requesterId,
    requesterNickname: memberName(row.requesterNickname, row.requesterWithdrawnAt),
    approverId: row.approverId,
    approverNickname:
      row.approverNickname === null
        ? null
        : memberName(row.approverNickname, row.approverWithdrawnAt),
    createdAt: toKst(row.createdAt),
    decidedAt: row.decidedAt === null ? null : toKst(row.decidedAt),
    openUntil: until === null ? null : toKst(until),
    ...decisionOf(row, memberId, rules),
    withheld: row.withheld,
    authorToldAt: row.authorToldAt === null ? null : toKst(row.authorToldAt),
    canOpen: canOpen(row, memberId, now),
  };
}

function decisionOf(
  { state, requesterId }: RevealRow,
  memberId: number,
  rules: RevealRules,
): Pick<Reveal, 'canDecide' | 'obstacle'> {
  if (state !== 'PENDING' || requesterId === memberId) return { canDecide: false, obstacle: null };
  const obstacle = findApprovalObstacle(rules, { requesterId, approverId: memberId });
  return { canDecide: obstacle?.reason !== 'SYSTEM', obstacle };
}
