import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** Shows what `toast` says. Once, near the root; not part of the first load. */
export function ToastHost() {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}
