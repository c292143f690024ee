import { defineConfig } from 'vite';

/**
 * One file for Node (and one for each kind of its workers): our own code with the contract inside, the demo beside it, packages
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
        'serving-process': 'src/boot/serving-process.ts',
        'admin-cli': 'src/cli/admin.ts',
        'demo-cli': 'src/cli/demo.ts',
        'backup-cli': 'src/cli/backup.ts',
        'restore-cli': 'src/cli/restore.ts',
        'move-cli': 'src/cli/move.ts',
        'resume-cli': 'src/cli/resume.ts',
        'mail-test-cli': 'src/cli/mail-test.ts',
        'migrate-cli': 'src/cli/migrate.ts',
        'doctor-cli': 'src/cli/doctor.ts',
        'setup-cli': 'src/cli/setup.ts',
        'source-cli': 'src/cli/source.ts',
        'erasures-cli': 'src/cli/erasures.ts',
        'image-worker': 'src/features/uploads/image-worker.ts',
        'text-worker': 'src/features/uploads/texts/text-worker.ts',
        'page-worker': 'src/features/sources/reading/page-worker.ts',
        // The server loads it by its name.
        demo: '../../packages/demo/src/index.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
