import { PlainError } from '../../scripts/lib/progress.mjs';
import { endAll } from '../../scripts/lib/run.mjs';
import { makeTempFolder } from '../../scripts/lib/temp-folder.mjs';
import { killDescendants } from './processes.mjs';

const PATIENCE_MS = 5_000;

/**
 * Runs a benchmark with a temporary folder and ends the process: whatever happens, also on Ctrl+C, no
 * server and no folder stays. `work` resolves with false for a run that shows an error.
 */
export async function runBench(work) {
  const temp = makeTempFolder();
  let isEnding = false;
  const end = async (code, error) => {
    if (isEnding) return;
    isEnding = true;
    if (error) console.error(error instanceof PlainError ? error.message : error);
    await endAll(PATIENCE_MS);
    // Servers that are no group of their own would go on writing to the folder.
    killDescendants();
    temp.remove();
    process.exit(code);
  };
  process.on('unhandledRejection', (error) => end(1, error));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => end(1, new PlainError('Stopped.')));
  }
  try {
    await end((await work(temp)) === false ? 1 : 0);
  } catch (error) {
    await end(1, error);
  }
}
