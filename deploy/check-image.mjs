/**
 * Checks the image where no container daemon runs: follows the steps of the Dockerfile into folders,
 * then runs the last stage as its user, with a root of its own that cannot be written. Needs Linux, root
 * and the packages' registry; takes two minutes, on a busy machine ten. `node deploy/check-image.mjs [dockerfile]`
 */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitWith, PlainError, withProgress } from '../scripts/lib/progress.mjs';
import { root } from '../scripts/lib/root.mjs';
import { stagesOf } from './lib/dockerfile.mjs';
import { runImage } from './lib/image-run.mjs';
import { buildStage } from './lib/image-stages.mjs';

const MEGABYTE = 1_048_576;

function sizeOf(path) {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return { bytes: entry.size, files: 1 };
  return readdirSync(path)
    .map((name) => sizeOf(join(path, name)))
    .reduce((sum, one) => ({ bytes: sum.bytes + one.bytes, files: sum.files + one.files }), {
      bytes: 0,
      files: 0,
    });
}

const show = ({ bytes, files }) =>
  `${(bytes / MEGABYTE).toFixed(1).padStart(7)} MB ${String(files).padStart(6)} files`;

/** Prints what the image adds to its base: every path that a step copied, and the largest packages. */
function printContent({ folder, workdir, steps }) {
  const targets = steps
    .filter(({ keyword }) => keyword === 'COPY')
    .flatMap(({ words }) => (words.at(-1).endsWith('/') ? words.slice(0, -1) : words.slice(-1)));
  const base = join(folder, workdir);
  console.log(`${show(sizeOf(base))}  ${workdir}, all of it`);
  for (const path of targets) console.log(`${show(sizeOf(join(base, path)))}  ${path}`);
  const packages = readdirSync(join(base, 'node_modules'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(base, 'node_modules', name)).map((part) => `${name}/${part}`)
        : [name],
    )
    .map((name) => ({ name, size: sizeOf(join(base, 'node_modules', name)) }))
    .sort((one, other) => other.size.bytes - one.size.bytes);
  console.log(`${packages.length} packages, the largest:`);
  for (const { name, size } of packages.slice(0, 8)) console.log(`${show(size)}  ${name}`);
}

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
