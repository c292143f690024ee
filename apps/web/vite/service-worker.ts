import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const ENTRY = join(ROOT, 'src/service-worker/service-worker.ts');
const FILE = 'service-worker.js';
/**
 * Chunks whose pages open without a network: the first page, lists and posts, the study rooms with
 * the timetable, and what opens above a page. Chat, editors and the console come from the network.
 */
const CHUNKS = [
  'lists',
  'posts',
  'controls',
  'layers',
  'after-start',
  'lectures',
  'study-dashboard-page',
  'lecture-room-page',
  'lecture-post-page',
];
/** Files of `public/` that every page asks for. */
const PUBLIC = ['start.js', 'favicon.svg', 'missing-picture.svg'];

/** Builds the service worker into one file, with the list of what it stores. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const start = chunks.find(({ isEntry }) => isEntry);
      if (start === undefined) throw new Error('the app has no entry');
      const urls = [...filesOf(start, chunks)].map((file) => ({ url: `/${file}`, revision: null }));
      const files = PUBLIC.map((name) => ({ url: `/${name}`, revision: revisionOf(name) }));
      this.emitFile({
        type: 'asset',
        fileName: FILE,
        source: await bundleWorker(`/${start.fileName}`, [...urls, ...files]),
      });
    },
  },
};

/** The entry, the chunks by name, what they import, and their styles. */
function filesOf(start: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[]): Set<string> {
  const found = new Set<string>();
  const add = (fileName: string) => {
    const chunk = chunks.find((one) => one.fileName === fileName);
    if (chunk === undefined || found.has(fileName)) return;
    found.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  add(start.fileName);
  for (const name of CHUNKS) {
    const chunk = chunks.find((one) => one.name === name);
    if (chunk === undefined) throw new Error(`no chunk is called ${name}`);
    add(chunk.fileName);
  }
  return found;
}

function revisionOf(name: string): string {
  const path = join(ROOT, 'public', name);
  if (!existsSync(path)) throw new Error(`no file is called ${name}`);
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}

function bundleWorker(start: string, precache: object[]): Promise<string> {
  return bundleScript(ENTRY, {
    __START__: JSON.stringify(start),
    __PRECACHE__: JSON.stringify(precache),
    'process.env.NODE_ENV': '"production"',
  });
}

/** Without its comments, which would be sent with the first page and stored in advance. */
export const shortStart: Plugin = {
  name: 'short-start',
  apply: 'build',
  async generateBundle() {
    const source = await bundleScript(join(ROOT, 'public/start.js'));
    this.emitFile({ type: 'asset', fileName: 'start.js', source });
  },
};

async function bundleScript(input: string, define: Record<string, string> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { codeSplitting: false } },
    },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  const [chunk] = output;
  return chunk.code;
}
