import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
export function printContent({ folder, workdir, steps }) {
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
