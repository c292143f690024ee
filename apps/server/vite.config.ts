import { defineConfig } from 'vite';

/**
 * One file for Node (and one for each kind of its workers): our own code with contract and demo inside, packages
 * from node_modules outside; the demo's pictures stay in their package.
 * `migrations/` is not bundled: it lies at `../migrations` seen from `dist/` and from `src/` alike,
 * so code reads it with `new URL('../migrations', import.meta.url)` from a file directly in `src/`
 * (deeper files must be given that URL by `main.ts`: after bundling they all are `dist/main.js`).
 */
export default defineConfig({
  root: import.meta.dirname,
  // Own code only; "external" below would follow the workspace links otherwise.
  ssr: { noExternal: [/^@naru\//], external: true },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // The worker is a process of its own; what both use lies beside them, not in a folder.
      input: {
        main: 'src/main.ts',
        'serving-process': 'src/serving-process.ts',
        'admin-cli': 'src/admin-cli.ts',
        'demo-cli': 'src/demo-cli.ts',
        'backup-cli': 'src/backup-cli.ts',
        'restore-cli': 'src/restore-cli.ts',
        'move-cli': 'src/move-cli.ts',
        'resume-cli': 'src/resume-cli.ts',
        'mail-test-cli': 'src/mail-test-cli.ts',
        'migrate-cli': 'src/migrate-cli.ts',
        'setup-cli': 'src/setup-cli.ts',
        'source-cli': 'src/source-cli.ts',
        'erasures-cli': 'src/erasures-cli.ts',
        'image-worker': 'src/features/uploads/image-worker.ts',
        'page-worker': 'src/features/sources/reading/page-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
