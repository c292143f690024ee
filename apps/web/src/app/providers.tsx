import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { AppRouter } from './router.tsx';

export function Providers(props: { queryClient: QueryClient; router: AppRouter }) {
  return (
    <QueryClientProvider client={props.queryClient}>
      <RouterProvider router={props.router} />
    </QueryClientProvider>
  );
}
