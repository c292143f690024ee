import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@naru/contract/admin';
import { AUDIT_TARGET_NAMES, auditName, auditPlace, auditValue } from '@naru/contract/audit-words';

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** What spreadsheets run as a formula, also after hidden characters and with full-width signs. */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;
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

export const CSV_START = BYTE_ORDER_MARK + lineOf(HEADING);

export function csvLine(entry: AuditEntry): string {
  const kind = Object.entries(AUDIT_TARGET_NAMES).find(([type]) => type === entry.targetType);
  return lineOf([
    String(entry.id),
    entry.createdAt,
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
    .map(({ name, value }) => `${auditName(name)}: ${auditValue(name, value)}`);
  const changed = changes.map(({ path, before, after }) => {
    const name = path.at(-1) ?? '';
    const word = (value: string | null) => (value === null ? '없음' : auditValue(name, value));
    return `${auditPlace(path)}: ${word(before)} → ${word(after)}`;
  });
  return [...details, ...changed].join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Quotes every cell; an apostrophe keeps spreadsheets from running text as a formula. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
