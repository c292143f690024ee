import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';
import { createTemplate } from './database.ts';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bundles the server's programs for a test run, like a build: compiling them again in each process
 * takes seconds of CPU. Returns their folder.
 */
async function bundlePrograms(): Promise<{ folder: string; remove: () => Promise<void> }> {
  // As deep in the package as `dist`, from which they find dependencies and migrations.
  const folder = await mkdtemp(join(SERVER, '.programs-'));
  await build({
    root: SERVER,
    logLevel: 'error',
    build: { outDir: folder, sourcemap: false },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

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
