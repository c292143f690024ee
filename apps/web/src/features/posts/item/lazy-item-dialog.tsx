import { type ComponentProps, lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog.tsx')).ItemDialog }));

type LazyDialogProps = ComponentProps<typeof ItemDialog> & { open: boolean };

/** Loads the dialog when it first opens. */
export function LazyItemDialog({ open, ...dialog }: LazyDialogProps) {
  return (
    <ErrorBoundary fallback={null} resetKeys={[open]}>
      <Suspense>{open && <ItemDialog {...dialog} />}</Suspense>
    </ErrorBoundary>
  );
}
