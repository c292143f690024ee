import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = 'src/features/uploads/image-worker.ts';

/** Bundles the image worker for a test run: compiling it anew in each process takes a second of CPU. */
export async function bundleImageWorker(): Promise<{ path: string; remove: () => Promise<void> }> {
  // Inside the package, so that the bundle finds its dependencies.
  const cache = join(SERVER, '.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'image-worker-'));
  await build({
    root: SERVER,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [/^@naru\//], external: true },
    build: { ssr: SOURCE, outDir, target: 'node20', minify: false },
  });
  return {
    path: join(outDir, 'image-worker.js'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
