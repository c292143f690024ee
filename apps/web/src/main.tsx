import './app/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAfterStart } from './app/after-start.ts';
import { bridgeLive } from './app/live-bridge.ts';
import { createAppRouter } from './app/router.tsx';
import { bridgeSession } from './app/session-bridge.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { watchKeyboard } from './lib/keyboard.ts';
import { watchTheme } from './lib/theme.ts';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
bridgeSession(router, queryClient);
bridgeLive(queryClient);
watchTheme();
watchKeyboard();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

// The list of the files with rare letters is 14 kB: it comes after the font of nearly every page
// (`vite/core-font.ts`), which would not keep the browser from loading some of them as well.
const addRareLetters = () =>
  import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
requestAnimationFrame(() => {
  setTimeout(() => {
    void document.fonts.load('1em "Naru Sans"').then(addRareLetters, addRareLetters);
    loadAfterStart();
  }, 0);
});
