import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './vite/chunks.ts';
import { coreFont } from './vite/core-font.ts';
import { frames } from './vite/frames.ts';
import { guide } from './vite/guide.ts';
import { pageCode } from './vite/page-code.ts';
import { previewFrame } from './vite/preview-frame.ts';
import { serviceWorker, shortStart } from './vite/service-worker.ts';

// Keeps the host: the server compares it with the origin at refresh and logout.
const api = {
  target: `http://127.0.0.1:${process.env.NARU_API_PORT ?? '3000'}`,
  changeOrigin: false,
};

/**
 * sonner injects its styles as a style element, which the CSP blocks; `ui/toaster.tsx` imports its
 * CSS file instead.
 */
const withoutInlineStyles: Plugin = {
  name: 'without-inline-styles',
  transform: {
    filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
    handler: (code) => code.replace(/^__insertCSS\(".*"\);?$/m, ''),
  },
};

/** The random keys in the shapes of icons do not compress; a number does for React. */
const shortIcons: Plugin = {
  name: 'short-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler(code) {
      let key = 0;
      return code.replace(/(?<=\bkey: )"\w+"/g, () => `${key++}`).replace('__iconData.node;', '');
    },
  },
};

/** The first paint waits for no request; the server allows this one style by its hash. */
const splashInPage: Plugin = {
  name: 'splash-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const css = readFileSync(join(import.meta.dirname, 'public/splash.css'), 'utf8');
      const short = css
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\s+/g, ' ')
        .trim();
      return html.replace(
        /<link rel="stylesheet" href="\/splash\.css" ?\/?>/,
        `<style>${short}</style>`,
      );
    },
  },
};

/** The browser paints the splash of `index.html` without waiting for the app's styles. */
const stylesAfterSplash: Plugin = {
  name: 'styles-after-splash',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(/\s*<link rel="stylesheet"[^>]*href="\/assets\/[^>]*>/g) ?? [];
      const rest = styles.reduce((text, style) => text.replace(style, ''), html);
      return rest.replace(/(?=\s*<\/body>)/, styles.join(''));
    },
  },
};

/**
 * Libraries run in a task of their own before the app: one long task for both would keep a slow
 * phone from responding.
 */
const librariesFirst: Plugin = {
  name: 'libraries-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const preload =
        /\s*<link rel="modulepreload" crossorigin href="(\/assets\/react-tanstack-[^"]*)">/;
      const [tag = '', src] = preload.exec(html) ?? [];
      const script = `<script type="module" crossorigin src="${src}"></script>`;
      return html.replace(tag, '').replace('<script type="module"', `${script}\n    $&`);
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    coreFont,
    guide,
    tailwindcss(),
    withoutInlineStyles,
    shortIcons,
    stylesAfterSplash,
    splashInPage,
    librariesFirst,
    pageCode,
    shortStart,
    process.env.VITE_GALLERY !== '1' && serviceWorker,
    process.env.VITE_GALLERY !== '1' && frames,
    process.env.VITE_GALLERY !== '1' && previewFrame,
    // The server sends these files as they are, so no request waits for a compressor.
    process.env.VITE_GALLERY !== '1' &&
      compression({
        algorithms: ['gzip', 'brotliCompress'],
        threshold: 1024,
        exclude: /^preview\//,
      }),
  ],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/files': api, '/feeds': api, '/dev/outbox': api, '/dev/school': api },
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Inlined assets would need `data:` in the CSP.
    assetsInlineLimit: 0,
    // No supported browser needs the polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/start-[hash].js',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.{test.tsx,dom.test.ts}'],
    setupFiles: ['src/testing/setup.ts'],
    // Transformed like in a build: with its style element in the page, jsdom would match its rules with every element.
    server: { deps: { inline: ['sonner'] } },
  },
});
