import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

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
    // Inlined assets would need `data:` in the CSP.
    assetsInlineLimit: 0,
    // No supported browser needs the polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries of the first load change rarely: one chunk stays cached across releases.
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
