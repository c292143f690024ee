import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** Renders toasts; mounted once near the root, outside the first load. */
export function ToastHost() {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}
