import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';
import { createTemplate } from './database.ts';
import { bundlePrograms } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the run's cluster; `inject('adminUrl')` in a test. */
    adminUrl: string;
    /** Folder of the bundled programs. */
    programs: string;
  }
}

/** Prepares the test run; vitest calls the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, programs] = await Promise.all([startCluster(), bundlePrograms()]);
  project.provide('adminUrl', cluster.adminUrl);
  project.provide('programs', programs.folder);
  return async () => {
    await cluster.stop();
    await programs.remove();
  };
}

async function startCluster() {
  const cluster = await startTestCluster();
  await createTemplate(cluster.adminUrl);
  return cluster;
}
