import { ROLE_TITLES } from '@naru/contract/roles';
import { kstDay } from '../../platform/clock.ts';
import { BYTE_ORDER_MARK, csvLineOf } from '../../platform/csv-lines.ts';
import type { ExportedRow } from './admin.repo.ts';

const HEADING = [
  '이름',
  '학번(교번)',
  '닉네임',
  '이메일',
  '학년',
  '권한',
  '상태',
  '가입일',
  '마지막 방문',
];

export const CSV_START = BYTE_ORDER_MARK + csvLineOf(HEADING);

export function csvLine(row: ExportedRow, now: Date): string {
  return csvLineOf([
    row.name,
    row.username,
    row.nickname,
    row.email,
    row.year === null ? '' : `${row.year}학년`,
    row.roles.map((role) => ROLE_TITLES[role]).join(', '),
    stateOf(row, now),
    kstDay(row.createdAt),
    row.lastVisit ?? '기록 없음',
  ]);
}

function stateOf({ suspendedUntil }: ExportedRow, now: Date): string {
  return suspendedUntil !== null && suspendedUntil > now
    ? `${kstDay(suspendedUntil)}까지 정지`
    : '이용 중';
}
