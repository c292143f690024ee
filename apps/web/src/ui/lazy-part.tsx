import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PartFailed } from './part-failed.tsx';

/**
 * A component outside the first load: it loads when first rendered, and nothing shows until then.
 * A failure (offline, a new release) says so and offers to reload, unless `onFail` handles it.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  onFail?: (props: P) => void,
) {
  const Part = lazy(async () => ({ default: await load() })) as ComponentType<P>;
  const fallback = onFail ? null : <PartFailed />;
  return (props: P) => (
    <ErrorBoundary fallback={fallback} onError={() => onFail?.(props)}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
