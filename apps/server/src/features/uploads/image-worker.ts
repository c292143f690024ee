import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { encodeImage } from './image-pipeline.ts';
import { ImageError, type ImageJob, type ImageResult } from './image-types.ts';

sharp.cache(false);
sharp.concurrency(1);
// Requests have priority over pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (job: ImageJob) => {
  void run(job).then((message) => process.send?.(message));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function run({ path, shape }: ImageJob): Promise<ImageResult> {
  try {
    return { image: await encodeImage(path, shape) };
  } catch (error) {
    return { fault: error instanceof ImageError ? error.fault : 'content' };
  }
}
