import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The host stays the browser's: the server compares it with the origin at refresh and logout.
const api = {
  target: `http://127.0.0.1:${process.env.NARU_API_PORT ?? '3000'}`,
  changeOrigin: false,
};

/**
 * sonner writes its style sheet into a <style>, which the content security policy refuses: it comes
 * from its file (`ui/toaster.tsx`).
 */
const withoutInlineStyles: Plugin = {
  name: 'without-inline-styles',
  transform: {
    filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
    handler: (code) => code.replace(/^__insertCSS\(".*"\);?$/m, ''),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), withoutInlineStyles],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/files': api, '/dev/outbox': api },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // The default polyfill is not needed by any browser that runs this code.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries of the first load change rarely: their one file stays cached over releases.
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
  },
});
