import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from '../lib/store.ts';
import { questions } from './ask.ts';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));

/** Renders the dialogs of `confirmDialog` and `alertDialog`; mounted once near the root. */
export function AskHost() {
  const question = useStore(questions)[0];
  if (!question) return null;
  return (
    // A dialog that fails to load counts as cancelled.
    <ErrorBoundary fallback={null} onError={() => question.answer(false)}>
      <Suspense>
        <AskDialog key={question.id} question={question} />
      </Suspense>
    </ErrorBoundary>
  );
}
