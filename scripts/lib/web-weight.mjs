import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './root.mjs';

/**
 * What the built web app may weigh, in bytes. Scripts and styles count compressed with gzip, as the
 * first page loads them before it is usable; see docs/fast-path.md.
 */
const MAX = {
  scripts: 155_000,
  /** Those of them that are not ours. */
  libraries: 110_000,
  styles: 17_900,
  /** The font of nearly every page. */
  font: 195_000,
  /** What the service worker stores in advance, see docs/decisions/0074-without-a-network.md. */
  stored: 363_500,
  /** What a list, a post and the login load beside the scripts of the first page (`apps/web/vite/page-code.ts`). */
  list: 27_800,
  post: 72_600,
  login: 69_000,
};
const WORKER = 'service-worker.js';
const MAX_CHUNKS = 132;
/** The scripts of the first page. A fourth would be a further request of every visit. */
const LIBRARIES = ['react-tanstack', 'rolldown-runtime'];
const FIRST = [...LIBRARIES, 'start'];
/** Further chunks that the dashboard loads before it is usable; they need only the first ones. */
const BESIDES = ['must-read-list', 'home-later'];
/** Names of folders and files in packages, which say nothing about a chunk. */
const NAMELESS = /^(dist|es|esm|index|main|lib|module|chunk|shared|vendor|common|src)\d*$/;
/** Smaller files are sent as they are (`vite.config.ts`). */
const COMPRESSED_FROM = 1024;

/** `post-page` of `post-page-Bl6CwaFE.js`. */
const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');

/** Without the hashes in names of chunks: any change gives them others, which weigh up to 50 bytes more or less. */
function zippedBytes(paths) {
  return paths.reduce((sum, path) => {
    const text = readFileSync(path, 'latin1').replace(/-[\w-]{8}(?=\.(?:js|css)\b)/g, '');
    return sum + gzipSync(Buffer.from(text, 'latin1'), { level: 9 }).length;
  }, 0);
}

/** Paths that the service worker of a build stores in advance; none without a worker. */
function storedFiles(dist) {
  const path = join(dist, WORKER);
  if (!existsSync(path)) return [];
  const urls = readFileSync(path, 'utf8').matchAll(/url:\s*["'`]\/([^"'`]+\.\w+)["'`]/g);
  return [...urls].map(([, file]) => file);
}

/** The chunks that a chunk loads with it. */
function importsOf(path) {
  const imports = readFileSync(path, 'utf8').matchAll(
    /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
  );
  return [...imports].map(([, file]) => nameOf(file));
}

/** Lists what is wrong with a build of the web app; empty when all of it is within its limits. */
export function faultsOfBuild(dist = join(root, 'apps', 'web', 'dist')) {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const assets = readdirSync(join(dist, 'assets'));
  const linked = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const inPage = (ending) => linked.filter((file) => file.endsWith(ending));
  const first = inPage('.js').map((file) => nameOf(file.slice('assets/'.length)));
  const chunks = assets.filter((file) => file.endsWith('.js'));
  const stored = storedFiles(dist);
  const fonts = assets.filter((file) => /^naru-sans-.*\.woff2$/.test(file));
  const codeOf = (name) => {
    const [, paths = ''] = new RegExp(`data-${name}-code="([^"]*)"`).exec(page) ?? [];
    return zippedBytes(paths.split(' ').map((path) => join(dist, path)));
  };
  const ofLibraries = inPage('.js').filter((file) => LIBRARIES.includes(nameOf(basename(file))));
  const weights = {
    scripts: zippedBytes(inPage('.js').map((file) => join(dist, file))),
    libraries: zippedBytes(ofLibraries.map((file) => join(dist, file))),
    styles: zippedBytes(inPage('.css').map((file) => join(dist, file))),
    font: fonts.reduce((sum, file) => sum + statSync(join(dist, 'assets', file)).size, 0),
    stored: zippedBytes(stored.map((file) => join(dist, file))),
    list: codeOf('list'),
    post: codeOf('post'),
    login: codeOf('login'),
  };
  const plain = assets.filter((file) => {
    const path = join(dist, 'assets', file);
    if (!/\.(js|css)$/.test(file) || statSync(path).size < COMPRESSED_FROM) return false;
    return !existsSync(`${path}.br`) || !existsSync(`${path}.gz`);
  });
  const nameless = chunks.map(nameOf).filter((name) => NAMELESS.test(name));
  return [
    ...Object.entries(weights).flatMap(([what, bytes]) =>
      bytes > 0 && bytes <= MAX[what] ? [] : [`${what}: ${bytes} bytes, allowed are ${MAX[what]}`],
    ),
    ...(first.sort().join() === FIRST.join() ? [] : [`first page loads ${first.join(', ')}`]),
    ...(chunks.length <= MAX_CHUNKS ? [] : [`${chunks.length} chunks, allowed are ${MAX_CHUNKS}`]),
    ...chunks
      .filter((file) => BESIDES.includes(nameOf(file)))
      .flatMap((file) =>
        importsOf(join(dist, 'assets', file))
          .filter((name) => !FIRST.includes(name))
          .map((name) => `the dashboard loads ${name} with ${nameOf(file)}`),
      ),
    ...nameless.map((name) => `chunk ${name}: name it in apps/web/vite/chunks.ts`),
    ...stored
      .filter((file) => /\.woff2?$/.test(file))
      .map((file) => `${WORKER} stores the font ${file}`),
    ...plain.map((file) => `${file} is not compressed`),
  ];
}
