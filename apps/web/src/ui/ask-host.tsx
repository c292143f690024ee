import { lazy, Suspense } from 'react';
import { useStore } from '../lib/store.ts';
import { questions } from './ask.ts';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));

/** Shows what `confirmDialog` and `alertDialog` ask. Once, near the root. */
export function AskHost() {
  const question = useStore(questions)[0];
  return <Suspense>{question && <AskDialog key={question.id} question={question} />}</Suspense>;
}
