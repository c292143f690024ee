import { useStore } from '../lib/store.ts';
import { questions } from './ask.ts';
import { lazyPart } from './lazy-part.tsx';

const AskDialog = lazyPart(
  async () => (await import('./ask-dialog.tsx')).AskDialog,
  // A dialog that fails to load counts as cancelled.
  ({ question }) => question.answer(false),
);

/** Renders the dialogs of `confirmDialog` and `alertDialog`; mounted once near the root. */
export function AskHost() {
  const question = useStore(questions)[0];
  return question && <AskDialog key={question.id} question={question} />;
}
