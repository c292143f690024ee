import type { AuditEntry } from '@naru/contract/audit';
import { AUDIT_TARGET_NAMES, COMMAND_NAME } from '@naru/contract/audit-words';
import { memberName } from '../../domain/authorship/writer.ts';
import { toKst } from '../../platform/clock.ts';
import { hasParts, listChanges } from './audit.changes.ts';
import type { AuditRow } from './audit.repo.ts';

export function presentEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    action: row.action,
    actorId: row.actorId,
    actorNickname: actorName(row),
    targetType: row.targetType,
    targetId: row.targetId,
    targetLabel: labelOf(row),
    reason: row.reason,
    ...presentDetail(row.action === 'inquiry.assign' ? assigneesOf(row) : row.detail),
    address: row.address,
    createdAt: toKst(row.createdAt),
  };
}

/** No member acts where a program calls with a service key, or where the operator runs a command. */
function actorName(row: AuditRow): string {
  if (row.actorId === 0) {
    return isOfCommand(row.detail) ? COMMAND_NAME : AUDIT_TARGET_NAMES['service-key'];
  }
  return memberName(row.actorNickname, row.actorWithdrawnAt);
}

const isOfCommand = (detail: unknown) =>
  typeof detail === 'object' && detail !== null && 'by' in detail && detail.by === 'command line';

function labelOf(row: AuditRow): string {
  if (row.targetType === 'member' && row.targetId > 0) {
    return memberName(row.targetNickname, row.targetWithdrawnAt);
  }
  return row.inquiryTitle ?? row.postTitle ?? row.commentStart ?? row.lectureTitle ?? '';
}

/** The living nicknames of those whose ids the entry has. */
function assigneesOf(row: AuditRow): unknown {
  const { before, after } = row.detail as Record<'before' | 'after', unknown>;
  return {
    before: before === null ? null : memberName(row.beforeNickname, row.beforeWithdrawnAt),
    after: after === null ? null : memberName(row.afterNickname, row.afterWithdrawnAt),
  };
}

function presentDetail(detail: unknown): Pick<AuditEntry, 'detail' | 'changes'> {
  if (typeof detail !== 'object' || detail === null) return { detail: [], changes: [] };
  const { before, after, ...rest } = detail as Record<string, unknown>;
  if (!hasParts(before) && !hasParts(after)) return { detail: listDetails(detail), changes: [] };
  return { detail: listDetails(rest), changes: listChanges(before, after) };
}

function listDetails(detail: object): AuditEntry['detail'] {
  // jsonb does not keep the order of keys; what was changed comes before its old and its new value.
  const entries = Object.entries(detail).toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  return entries.map(([name, value]) => ({ name, value: textOf(value) }));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return isList ? value.join(', ') : JSON.stringify(value ?? null);
}

function rankOf(name: string): number {
  return ['before', 'after'].indexOf(name);
}
