import { constants, setPriority } from 'node:os';
import type { PageJob } from './content.ts';
import { parsePage } from './parse-page.ts';

// Requests have priority over pages of others.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (job: PageJob) => {
  process.send?.(parsePage(job));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
