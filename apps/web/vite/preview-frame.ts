import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const PDFJS = join(ROOT, '../../node_modules/pdfjs-dist');
/** Where the server has the files; as `PREVIEW_FRAME`. */
const FOLDER = 'preview';
/** Maps of letters, fonts and decoders of PDF.js, which it asks for by name. */
const DATA = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  wasm: /\.(?:wasm|js)$/,
  iccs: /\.icc$/,
};
const COMPRESSED = /\.(?:js|mjs|css|html|wasm|ttf|icc)$/;
const COMPRESSED_FROM = 1024;
/** The best takes half a minute for ten megabytes and saves 5 %. */
const QUALITY = 9;

/** Builds the page that shows files, apart from the app: with scripts, styles and workers of its own. */
async function buildFrame(): Promise<Map<string, Buffer>> {
  const result = await build({
    configFile: false,
    root: join(ROOT, 'src/preview'),
    publicDir: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      write: false,
      assetsDir: FOLDER,
      assetsInlineLimit: 0,
      modulePreload: false,
      chunkSizeWarningLimit: 3000,
      rolldownOptions: { input: join(ROOT, 'src/preview/frame.html') },
    },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  const built = output.map((file) => {
    const source = file.type === 'chunk' ? file.code : file.source;
    return [`${FOLDER}/${basename(file.fileName)}`, Buffer.from(source)] as const;
  });
  return new Map([...built, ...dataFiles()]);
}

function dataFiles(): [string, Buffer][] {
  return Object.entries(DATA).flatMap(([folder, wanted]) =>
    readdirSync(join(PDFJS, folder))
      .filter((name) => wanted.test(name))
      .map((name): [string, Buffer] => [
        `${FOLDER}/${name}`,
        readFileSync(join(PDFJS, folder, name)),
      ]),
  );
}

const brotli = (source: Buffer) =>
  brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

const TYPES: Record<string, string> = {
  html: 'text/html',
  css: 'text/css',
  wasm: 'application/wasm',
};

/** The page that shows files, at `/preview/`. */
export const previewFrame: Plugin = {
  name: 'preview-frame',
  configureServer(server) {
    let files: ReturnType<typeof buildFrame> | undefined;
    server.middlewares.use(`/${FOLDER}`, async (request, response, next) => {
      files ??= buildFrame();
      const name = (request.url ?? '').split('?')[0] ?? '';
      const file = (await files).get(FOLDER + name);
      if (file === undefined) return next();
      response.setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'text/javascript');
      response.setHeader('access-control-allow-origin', '*');
      response.end(file);
    });
  },
  generateBundle: {
    order: 'post',
    async handler() {
      for (const [fileName, source] of await buildFrame()) {
        this.emitFile({ type: 'asset', fileName, source });
        if (!COMPRESSED.test(fileName) || source.length < COMPRESSED_FROM) continue;
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli(source) });
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.gz`,
          source: gzipSync(source, { level: 9 }),
        });
      }
    },
  },
};
