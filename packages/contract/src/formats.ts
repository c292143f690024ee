import { LIMITS } from './limits.ts';

/** Columns or rows of a table cell: 1 unless the attribute is a number from 2 to 100. */
export function readSpan(text: string | null | undefined): number {
  const span = /^[1-9]\d{0,2}$/.test(text ?? '') ? Number(text) : 1;
  return span <= LIMITS.cellSpanMax ? span : 1;
}
