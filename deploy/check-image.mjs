/**
 * Checks the image where no container daemon runs: follows the steps of the Dockerfile into folders,
 * then runs the last stage as its user, with a root of its own that cannot be written. Needs Linux, root
 * and the packages' registry; takes two minutes, on a busy machine ten. `node deploy/check-image.mjs [dockerfile]`
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitWith, PlainError, withProgress } from '../scripts/lib/progress.mjs';
import { root } from '../scripts/lib/root.mjs';
import { stagesOf } from './lib/dockerfile.mjs';
import { printContent } from './lib/image-content.mjs';
import { runImage } from './lib/image-run.mjs';
import { buildStage } from './lib/image-stages.mjs';

const [dockerfile = join(root, 'deploy/Dockerfile')] = process.argv.slice(2);

async function check() {
  if (process.platform !== 'linux' || process.getuid() !== 0) {
    throw new PlainError('This check needs Linux and root: it gives the image a root of its own.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'naru-image-'));
  try {
    const stages = stagesOf(readFileSync(dockerfile, 'utf8'));
    for (const stage of stages) {
      stage.folder = join(folder, stage.name);
      await withProgress(`Stage ${stage.name}`, () => buildStage(stage, stages));
    }
    const image = stages.at(-1);
    printContent(image);
    await withProgress('Running the image', () => runImage(image));
    console.log(
      'The image starts, is healthy, writes only where it may, stops with 0, backs up and restores.',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await check().catch(exitWith);
