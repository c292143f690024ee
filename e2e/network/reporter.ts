import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints one line for each journey and network, and why one failed. @public */
export default class NetworkReporter implements Reporter {
  onTestEnd(test: TestCase, { status, duration, annotations, errors }: TestResult): void {
    const network = test.parent.project()?.name ?? '';
    const journey = test.title.replace(/ \[.*\]$/, '');
    const isFine = status === test.expectedStatus;
    const lost = annotations.find(({ type }) => type === 'lost')?.description ?? '';
    const took = `${(duration / 1000).toFixed(1)} s`;
    const words = ['R18', network.padEnd(13), journey.padEnd(36), isFine ? 'ok    ' : 'FAILED'];
    console.log(`${words.join('  ')}  ${took.padStart(7)}  ${lost}`.trimEnd());
    if (isFine) return;
    for (const { message, stack } of errors) console.log(stack ?? message);
  }

  onError({ message, stack }: { message?: string; stack?: string }): void {
    console.log(stack ?? message);
  }

  printsToStdio(): boolean {
    return true;
  }
}
