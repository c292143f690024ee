import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PartFailed } from './part-failed.tsx';

/**
 * A component outside the first load: it loads when first rendered, and nothing shows until then. A failure
 * (offline, a new release) says so and offers to reload, unless `onFail` handles it. Dismissing that message
 * also closes a part with `onClose`, so that it can be opened again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  onFail?: (props: P) => void,
) {
  const Part = lazy(async () => ({ default: await load() })) as ComponentType<P>;
  const fallbackFor = ({ onClose }: { onClose?: () => void }) =>
    onFail ? null : <PartFailed onClose={onClose} />;
  return (props: P) => (
    <ErrorBoundary fallback={fallbackFor(props)} onError={() => onFail?.(props)}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
