import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { encodeImage } from './image-pipeline.ts';
import { type ImageAnswer, ImageError, type ImageJob } from './image-types.ts';

/**
 * A process of its own for the image library: should a hostile picture crash it, the server lives
 * on. Gets a job, answers the encoded picture; ends with its parent.
 */
sharp.cache(false);
sharp.concurrency(1);
// Requests go first: pictures take the time that is left.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (job: ImageJob) => {
  void answer(job).then((message) => process.send?.(message));
});
process.on('disconnect', () => process.exit());

async function answer({ path, shape }: ImageJob): Promise<ImageAnswer> {
  try {
    return { image: await encodeImage(path, shape) };
  } catch (error) {
    return { fault: error instanceof ImageError ? error.fault : 'content' };
  }
}
