import type { Report } from '@naru/contract/moderation';

/** The attribute of the heading of a card: the id of its first report. */
export const REPORT_HEADING = 'data-report';

/** Reports of one target, in the order of the list; there is at least one. */
export type ReportGroup = { first: Report; reports: readonly Report[] };

/**
 * Brings open reports of the same target together, at the place of the first. Completed ones, which
 * were decided at different times, and those without a target stay alone.
 */
export function groupReports(reports: readonly Report[]): ReportGroup[] {
  const groups = new Map<string, Report[]>();
  for (const report of reports) {
    const key = keyOf(report);
    groups.set(key, [...(groups.get(key) ?? []), report]);
  }
  return [...groups.values()].flatMap((found) =>
    found[0] === undefined ? [] : [{ first: found[0], reports: found }],
  );
}

function keyOf({ inquiryId, state, target }: Report): string {
  return target === null || state === 'COMPLETED'
    ? String(inquiryId)
    : `${target.type} ${target.id}`;
}
