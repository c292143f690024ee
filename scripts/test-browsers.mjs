import './lib/require-node.mjs';

const { suites } = await import('./lib/browser-suites.mjs');
const { runSuiteCommand } = await import('./lib/suite-command.mjs');

await runSuiteCommand('test:browsers', suites);
