import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { encodeImage } from './image-pipeline.ts';
import { ImageError, type ImageJob, type ImageResult } from './image-types.ts';

const METER_MS = 50;

sharp.cache(false);
sharp.concurrency(1);
// Requests have priority over pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (job: ImageJob) => {
  const stopMeter = meter(job.cpuMs, () => process.send?.({ fault: 'time' } satisfies ImageResult));
  void run(job).then((message) => {
    stopMeter();
    process.send?.(message);
  });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** Calls back once the process has used that much processor time. libvips works in other threads. */
function meter(cpuMs: number, onSpent: () => void): () => void {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < cpuMs) return;
    clearInterval(timer);
    onSpent();
  }, METER_MS);
  return () => clearInterval(timer);
}

async function run({ path, shape }: Pick<ImageJob, 'path' | 'shape'>): Promise<ImageResult> {
  try {
    return { image: await encodeImage(path, shape) };
  } catch (error) {
    return { fault: error instanceof ImageError ? error.fault : 'content' };
  }
}
