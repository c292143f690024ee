import { startEmbedded } from './embedded.ts';
import { acquireFolderLock } from './lock.ts';

/** A server reduced to its locks, run as a separate process that a test can kill. */
const [dataDir = '', mode = 'lock'] = process.argv.slice(2);

async function own(): Promise<string> {
  await acquireFolderLock(dataDir);
  if (mode === 'lock') return 'locked';
  const database = await startEmbedded({
    dataDir,
    log: () => undefined,
    onUnexpectedExit: (reason) => {
      throw new Error(reason);
    },
  });
  return database.url;
}

own().then(
  (response) => {
    process.stdout.write(`${response}\n`);
    setInterval(() => undefined, 60_000);
  },
  (error: unknown) => {
    process.stdout.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
