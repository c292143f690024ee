import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

/**
 * A component outside the first load: it loads when first rendered, and nothing shows until then or
 * after a failure (offline, a new release), which `onError` may handle.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  onError?: (props: P) => void,
) {
  const Part = lazy(async () => ({ default: await load() })) as ComponentType<P>;
  return (props: P) => (
    <ErrorBoundary fallback={null} onError={() => onError?.(props)}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
