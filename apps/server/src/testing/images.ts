import { join } from 'node:path';
import { inject } from 'vitest';
import { createImageProcessor } from '../features/uploads/image-processor.ts';

/** The deadline is long, for a machine that is busy with other work. */
export function createTestImages({ deadline = 60_000, cpuMs = 60_000 } = {}) {
  return createImageProcessor({
    deadline,
    cpuMs,
    workerPath: join(inject('programs'), 'image-worker.js'),
  });
}

let shared: ReturnType<typeof createTestImages> | undefined;

/** One processor for all servers of a test worker, because its child processes are slow to start. */
export function sharedTestImages() {
  shared ??= createTestImages();
  return shared;
}
