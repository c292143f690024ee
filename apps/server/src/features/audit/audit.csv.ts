import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@naru/contract/audit';
import { AUDIT_TARGET_NAMES, auditName, auditPlace, auditValue } from '@naru/contract/audit-words';
import { BYTE_ORDER_MARK, csvLineOf } from '../../platform/csv-lines.ts';

/** An instant with the Korean offset. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/;
const HEADING = [
  '번호',
  '시각',
  '처리한 사람',
  '작업',
  '대상',
  '대상 번호',
  '대상 이름',
  '사유',
  '내용',
  '주소',
];

export const CSV_START = BYTE_ORDER_MARK + csvLineOf(HEADING);

export function csvLine(entry: AuditEntry): string {
  const kind = Object.entries(AUDIT_TARGET_NAMES).find(([type]) => type === entry.targetType);
  return csvLineOf([
    String(entry.id),
    timeOf(entry.createdAt),
    entry.actorNickname,
    AUDIT_ACTIONS[entry.action as AuditAction] ?? entry.action,
    kind?.[1] ?? entry.targetType,
    entry.targetId === 0 ? '' : String(entry.targetId),
    entry.targetLabel,
    entry.reason ?? '',
    contentOf(entry),
    entry.address ?? '',
  ]);
}

function contentOf({ detail, changes }: AuditEntry): string {
  const details = detail
    .filter(({ value }) => value !== '' && value !== 'null')
    .map(({ name, value }) => `${auditName(name)}: ${wordOf(name, value)}`);
  const changed = changes.map(({ path, before, after }) => {
    const name = path.at(-1) ?? '';
    const word = (value: string | null) => (value === null ? '없음' : wordOf(name, value));
    return `${auditPlace(path)}: ${word(before)} → ${word(after)}`;
  });
  return [...details, ...changed].join('\n');
}

function wordOf(name: string, value: string): string {
  return TIME.test(value) ? timeOf(value) : auditValue(name, value);
}

/** Korean time as spreadsheets read it, such as `2026-11-22 21:12:52`. */
function timeOf(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}
