import { rm } from 'node:fs/promises';
import { startEmbedded } from '../platform/database/embedded.ts';
import { makeDataFolder } from './data-folder.ts';

export interface TestCluster {
  /** Superuser on the `postgres` database, for creating databases from a template. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** Starts a temporary PostgreSQL for the test run, the same engine as in production. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await makeDataFolder('naru-test-');
  const lines: string[] = [];
  const database = await startEmbedded({
    dataDir,
    durable: false,
    log: (line) => lines.push(line),
    onUnexpectedExit: (reason) => {
      throw new Error(`The test database is gone: ${reason}\n${lines.join('\n')}`);
    },
  });
  return {
    adminUrl: database.url,
    stop: async () => {
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
