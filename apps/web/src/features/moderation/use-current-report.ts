import { useEffect, useRef, useState } from 'react';
import { usePlace } from '../../lib/place.ts';
import { REPORT_HEADING, type ReportGroup } from './report-groups.ts';

/**
 * Which of the reports on the page the reader is at. It stands in the address, so that Back leads to it; its heading
 * gets the focus when the reader moves, comes back, or has finished the one before. `groups` is undefined until loaded.
 */
export function useCurrentReport(groups: readonly ReportGroup[] | undefined) {
  const { read, go } = usePlace();
  const id = Number(read('id')) || undefined;
  const at = Math.max(0, groups?.findIndex((group) => has(group, id)) ?? 0);
  const wanted = useRef(id);
  /** What was finished leaves the list; the next one comes into its place. */
  const [finished, setFinished] = useState<{ id: number; at: number } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is there once its group is
  useEffect(() => {
    if (wanted.current === undefined || groups === undefined) return;
    if (focusHeading(wanted.current)) wanted.current = undefined;
  }, [groups, id]);

  useEffect(() => {
    if (finished === null || groups === undefined) return;
    if (groups.some((group) => has(group, finished.id))) return;
    setFinished(null);
    const next = (groups[finished.at] ?? groups.at(-1))?.first.inquiryId;
    wanted.current = next;
    go({ id: next });
    if (next !== undefined && focusHeading(next)) wanted.current = undefined;
  }, [groups, finished, go]);

  return {
    at,
    moveTo(index: number): void {
      const next = groups?.[index]?.first.inquiryId;
      if (next === undefined) return;
      go({ id: next });
      focusHeading(next);
    },
    goOnFrom(inquiryId: number): void {
      const place = groups?.findIndex((group) => has(group, inquiryId)) ?? -1;
      setFinished({ id: inquiryId, at: Math.max(0, place) });
    },
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
