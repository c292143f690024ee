import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bundles the server's programs for a test run, like a build: compiling them anew in each process
 * takes seconds of CPU. Returns their folder.
 */
export async function bundlePrograms(): Promise<{ folder: string; remove: () => Promise<void> }> {
  // As deep in the package as `dist`, from which they find dependencies and migrations.
  const folder = await mkdtemp(join(SERVER, '.programs-'));
  await build({
    root: SERVER,
    logLevel: 'error',
    build: { outDir: folder, sourcemap: false },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
