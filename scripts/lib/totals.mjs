import { readFileSync } from 'node:fs';

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Totals of vitest's JSON report; zeros without a report. A test file that failed to load counts as one
 * failure.
 */
export function vitestTotals(path) {
  const report = readReport(path);
  if (!report) return { passed: 0, failed: 0 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded };
}

/** Totals of Playwright's JSON report; zeros without a report. A test that passed on a retry counts as passed. */
export function playwrightTotals(path) {
  const stats = readReport(path)?.stats;
  return stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    : { passed: 0, failed: 0 };
}
