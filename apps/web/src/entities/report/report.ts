import type { ReportTarget as ReportTargetType } from '@naru/contract/choices';
import { createStore } from '../../lib/store.ts';

export type Report = {
  type: ReportTargetType;
  id: number;
  /** Title, name or first words of the target, as the reader sees them. */
  about: string;
  /** Whom the sheet offers to block; null for anonymous and withdrawn writers. */
  memberId: number | null;
};

export function reportOfPost(post: { id: number; title: string; writerId: number | null }): Report {
  const { id, title: about, writerId: memberId } = post;
  return { type: 'POST', id, about, memberId };
}

/** What is being reported, rendered by one host in the app. */
export const openedReport = createStore<Report | null>(null);

export function openReport(report: Report): void {
  openedReport.set(report);
}

export function closeReport(): void {
  openedReport.set(null);
}
