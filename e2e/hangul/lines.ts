import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** One line for each case: browser, title, how it went and how long it took; then what went wrong. @public */
export default class Lines implements Reporter {
  private width = 0;

  onBegin(_config: FullConfig, suite: { allTests(): TestCase[] }): void {
    this.width = Math.max(...suite.allTests().map(({ title }) => title.length));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const browser = (test.parent.project()?.name ?? '').padEnd('chromium'.length);
    const outcome = result.status === 'passed' ? 'ok    ' : 'FAILED';
    const took = `${(result.duration / 1_000).toFixed(1)} s`.padStart(7);
    console.log(`${browser}  ${test.title.padEnd(this.width)}  ${outcome} ${took}`);
    for (const { message, stack } of result.errors) console.log(stack ?? message);
  }

  onError({ message, stack }: { message?: string; stack?: string }): void {
    console.error(stack ?? message);
  }

  printsToStdio(): boolean {
    return true;
  }
}
