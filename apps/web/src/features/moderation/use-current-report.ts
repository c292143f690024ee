import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../lib/place.ts';
import { REPORT_HEADING, type ReportGroup } from './report-groups.ts';

/**
 * Which of the reports on the page the reader is at: the last one that had the focus. It stands in the address, so that
 * Back leads to it; its heading gets the focus when the reader moves, comes back, or when the one before was finished,
 * also by a colleague. `groups` is undefined until loaded.
 */
export function useCurrentReport(groups: readonly ReportGroup[] | undefined) {
  const { read, go } = usePlace();
  const id = Number(read('id')) || undefined;
  const found = groups?.findIndex((group) => has(group, id)) ?? -1;
  const wanted = useRef(id);
  /** The last one that was listed; when it leaves the list, the next one comes into its place. */
  const [last, setLast] = useState<{ id: number; at: number } | null>(null);
  if (id !== undefined && found >= 0 && (last?.id !== id || last.at !== found)) {
    setLast({ id, at: found });
  }

  /** What the reader finished; the next one gets the focus. */
  const [finished, setFinished] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is there once its group is
  useEffect(() => {
    if (wanted.current === undefined || groups === undefined) return;
    if (focusHeading(wanted.current)) wanted.current = undefined;
  }, [groups, id]);

  const isGone = groups !== undefined && last !== null && last.id === id && found < 0;
  const lastAt = Math.min(last?.at ?? 0, Math.max(0, (groups?.length ?? 0) - 1));
  const at = isGone ? lastAt : Math.max(0, found);
  const isFinished = finished !== null && groups?.some((one) => has(one, finished)) === false;

  useEffect(() => {
    if (!isGone && !isFinished) return;
    if (isFinished) setFinished(null);
    const next = groups?.[at]?.first.inquiryId;
    go({ id: next });
    // The focus left the page together with the card.
    const isLost = document.activeElement === document.body;
    if (next !== undefined && (isFinished || isLost) && !focusHeading(next)) wanted.current = next;
  }, [isGone, isFinished, groups, at, go]);

  return {
    at,
    moveTo(index: number): void {
      const next = groups?.[index]?.first.inquiryId;
      if (next === undefined) return;
      go({ id: next });
      focusHeading(next);
    },
    /** The one with the focus is what the keys are about. */
    onFocusCapture({ target }: FocusEvent): void {
      const heading = target.closest('article')?.querySelector(`[${REPORT_HEADING}]`);
      const focused = heading?.getAttribute(REPORT_HEADING);
      if (focused) go({ id: Number(focused) });
    },
    stayAt: (inquiryId: number) => go({ id: inquiryId }),
    goOnFrom: setFinished,
  };
}

const has = ({ reports }: ReportGroup, id: number | undefined) =>
  reports.some(({ inquiryId }) => inquiryId === id);

function focusHeading(id: number): boolean {
  const heading = document.querySelector<HTMLElement>(`[${REPORT_HEADING}="${id}"]`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView?.({ block: 'start' });
  return heading !== null;
}
