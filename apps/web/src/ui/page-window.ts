export type PageSlot =
  /** `edge`: the first or last page beyond a gap; a narrow screen may leave it out. */
  { kind: 'page'; page: number; edge: boolean } | { kind: 'gap'; after: number };

const SIDE = 2;
const SPAN = SIDE * 2 + 1;

/**
 * The numbers of a pager: up to five around the current page, the first and the last page, and a
 * gap where numbers are left out. Pages are zero-based, as on the wire; a current page outside the
 * range counts as the nearest one.
 */
export function pageWindow(current: number, total: number): PageSlot[] {
  if (total <= 0) return [];
  const last = total - 1;
  const at = Math.min(Math.max(0, Math.trunc(current)), last);
  const from = Math.max(0, Math.min(at - SIDE, total - SPAN));
  const to = Math.min(last, from + SPAN - 1);
  const slots: PageSlot[] = [];
  if (from > 0) slots.push({ kind: 'page', page: 0, edge: true });
  if (from > 1) slots.push({ kind: 'gap', after: 0 });
  for (let page = from; page <= to; page += 1) {
    slots.push({ kind: 'page', page, edge: false });
  }
  if (to < last - 1) slots.push({ kind: 'gap', after: to });
  if (to < last) slots.push({ kind: 'page', page: last, edge: true });
  return slots;
}
