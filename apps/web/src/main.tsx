import './app/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
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

// The list of font files is 14 kB: it comes after the first paint, in the system's font. Then what
// the first click may need.
requestAnimationFrame(() => {
  setTimeout(() => {
    void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
    void import('./app/layout/header-panels.tsx');
    void import('./app/layout/mobile-menu.tsx');
    void import('./app/layout/profile-panel.tsx');
    void import('./ui/ask-dialog.tsx');
    void import('./app/layout/study-lock.tsx');
    void import('./ui/tooltip-bubble.tsx');
  }, 0);
});
