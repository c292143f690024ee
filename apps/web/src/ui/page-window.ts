export type PageSlot =
  /** `edge`: the first or last page beyond a gap; hidden on narrow screens. */
  { kind: 'page'; page: number; edge: boolean } | { kind: 'gap'; after: number };

const SIDE = 2;
const SPAN = SIDE * 2 + 1;

/**
 * Items of a pager: up to five pages around the current one, the first and the last page, and gaps
 * between. Pages are zero-based; `current` is clamped to the range.
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
