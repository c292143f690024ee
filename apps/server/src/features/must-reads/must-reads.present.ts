import type { MustReadReader } from '@naru/contract/must-reads';
import { hasRole } from '@naru/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { BYTE_ORDER_MARK, csvLineOf } from '../../platform/csv-lines.ts';
import type { ReaderRow } from './must-reads.repo.ts';

/** Real names and student numbers are for ADMIN only. */
export function presentReader(row: ReaderRow, { roles }: Actor): MustReadReader {
  const seesNames = hasRole(roles, 'ADMIN');
  return {
    id: row.id,
    nickname: row.nickname,
    name: seesNames ? row.name : null,
    username: seesNames ? row.username : null,
    year: row.year,
    confirmedAt: row.confirmedAt === null ? null : toKst(row.confirmedAt),
  };
}

export const CSV_START =
  BYTE_ORDER_MARK + csvLineOf(['학년', '닉네임', '이름', '학번(교번)', '확인', '확인한 시각']);

export function csvLine({ year, nickname, name, username, confirmedAt }: MustReadReader): string {
  return csvLineOf([
    year === null ? '밝히지 않음' : `${year}학년`,
    nickname,
    name ?? '',
    username ?? '',
    confirmedAt === null ? '아직' : '확인',
    confirmedAt === null ? '' : confirmedAt.slice(0, 19).replace('T', ' '),
  ]);
}
