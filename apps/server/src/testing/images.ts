import { join } from 'node:path';
import { inject } from 'vitest';
import { createImageProcessor, type ImageProcessor } from '../features/uploads/image-processor.ts';

/** The deadline is long, for a machine that is busy with other work. */
export function createTestImages({ deadline = 60_000 } = {}): ImageProcessor {
  return createImageProcessor({
    deadline,
    workerPath: join(inject('programs'), 'image-worker.js'),
  });
}

let shared: ImageProcessor | undefined;

/** One processor for all servers of a test worker, because its child processes are slow to start. */
export function sharedTestImages(): ImageProcessor {
  shared ??= createTestImages();
  return shared;
}
