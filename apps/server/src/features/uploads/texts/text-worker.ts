import { constants, setPriority } from 'node:os';
import { extractText, type TextJob } from './extract-text.ts';

// Requests have priority over files.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (job: TextJob) => {
  // A library that fails in a promise of its own ends the process, and this file alone.
  void extractText(job).then((text) => process.send?.(text));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
