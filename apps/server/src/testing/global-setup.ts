import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';
import { createTemplate } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the run's cluster; `inject('adminUrl')` in a test. */
    adminUrl: string;
  }
}

/** Starts the cluster of the test run; vitest calls the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await createTemplate(cluster.adminUrl);
  project.provide('adminUrl', cluster.adminUrl);
  return () => cluster.stop();
}
