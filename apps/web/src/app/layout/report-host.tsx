import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { closeReport, openedReport } from '../../entities/report/report.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ReportSheet = lazyPart(
  async () => (await import('../../entities/report/report-sheet.tsx')).ReportSheet,
);

/** Renders the sheet that `openReport` requests; navigation closes it. */
export function ReportHost() {
  const report = useStore(openedReport);
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => closeReport, [pathname]);
  return report && <ReportSheet report={report} onClose={closeReport} />;
}
