import './app/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { loadAfterStart } from './app/after-start.ts';
import { startFont } from './app/font.ts';
import { bridgeLive } from './app/live-bridge.ts';
import { takeFirstData } from './app/page-data.ts';
import { createRoot } from './app/react-root.ts';
import { createAppRouter } from './app/router.tsx';
import { bridgeSession } from './app/session-bridge.ts';
import { takeTypedBefore } from './app/typed-before.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { watchAttention } from './lib/attention.ts';
import { watchKeyboard } from './lib/keyboard.ts';
import { watchPictures } from './lib/missing-pictures.ts';

startFont();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
bridgeSession(router, queryClient);
bridgeLive(queryClient);
watchKeyboard();
watchPictures();

const element = document.getElementById('root');
if (element) {
  takeTypedBefore(element);
  const root = createRoot(element);
  const render = () =>
    // A transition renders in slices of 5 ms, between which a slow phone can respond.
    startTransition(() =>
      root.render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  // With its page found, the first render holds all of it; later the router renders at one go.
  void takeFirstData(queryClient, router.load()).finally(render);
}

watchAttention();
requestAnimationFrame(() => setTimeout(() => loadAfterStart(router, queryClient), 0));
