import type { MustRead } from '@naru/contract/must-reads';
import { toKst } from '../../platform/clock.ts';
import type { MustReadRow } from './must-reads.sql.ts';

/** The field of a post's page; posts that nobody confirms have none. */
export function presentMustRead(row: { mustReadState: MustReadRow | null }): {
  mustReadState?: MustRead;
} {
  if (row.mustReadState === null) return {};
  const { confirmedAt, ...state } = row.mustReadState;
  const time = confirmedAt === null ? null : toKst(new Date(confirmedAt));
  return { mustReadState: { ...state, confirmedAt: time } };
}
