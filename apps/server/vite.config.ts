import { defineConfig } from 'vite';

/**
 * One file for Node: our own code and the contract inside, packages from node_modules outside.
 * `migrations/` is not bundled: it lies at `../migrations` seen from `dist/` and from `src/` alike,
 * so code reads it with `new URL('../migrations', import.meta.url)` from a file directly in `src/`
 * (deeper files must be given that URL by `main.ts`: after bundling they all are `dist/main.js`).
 */
export default defineConfig({
  root: import.meta.dirname,
  // Own code only; "external" below would follow the workspace link of the contract otherwise.
  ssr: { noExternal: ['@naru/contract'], external: true },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
});
