import './lib/require-node.mjs';

const { hangulSuites } = await import('./lib/browser-suites.mjs');
const { runSuiteCommand } = await import('./lib/suite-command.mjs');

await runSuiteCommand('test:hangul', hangulSuites, {
  takesWords: true,
  reporter: './e2e/hangul/lines.ts',
});
