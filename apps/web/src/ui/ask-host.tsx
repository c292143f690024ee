import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from '../lib/store.ts';
import { questions } from './ask.ts';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));

/** Shows what `confirmDialog` and `alertDialog` ask. Once, near the root. */
export function AskHost() {
  const question = useStore(questions)[0];
  if (!question) return null;
  return (
    // A dialog that cannot be fetched counts as a no: nothing is done that nobody agreed to.
    <ErrorBoundary fallback={null} onError={() => question.answer(false)}>
      <Suspense>
        <AskDialog key={question.id} question={question} />
      </Suspense>
    </ErrorBoundary>
  );
}
