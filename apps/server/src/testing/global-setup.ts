import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';
import { createTemplate } from './database.ts';
import { bundleImageWorker } from './image-worker-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the run's cluster; `inject('adminUrl')` in a test. */
    adminUrl: string;
    /** Path of the bundled image worker. */
    imageWorker: string;
  }
}

/** Prepares the test run; vitest calls the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await createTemplate(cluster.adminUrl);
  project.provide('adminUrl', cluster.adminUrl);
  const worker = await bundleImageWorker();
  project.provide('imageWorker', worker.path);
  return async () => {
    await cluster.stop();
    await worker.remove();
  };
}
