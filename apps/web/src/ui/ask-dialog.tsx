import { useId } from 'react';
import type { Question } from './ask.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Loaded when first asked. */
export function AskDialog(props: { question: Question }) {
  const { question } = props;
  const bodyId = useId();
  const prefersCancel = question.danger || question.prefersCancel;
  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      title={question.title}
      describedBy={question.body ? bodyId : undefined}
      onClose={() => question.answer(false)}
      footer={
        <>
          {question.kind === 'confirm' && (
            <Button autoFocus={prefersCancel} onClick={() => question.answer(false)}>
              {question.cancelLabel ?? '취소'}
            </Button>
          )}
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            autoFocus={!prefersCancel}
            onClick={() => question.answer(true)}
          >
            {question.confirmLabel ?? '확인'}
          </Button>
        </>
      }
    >
      {question.body && (
        <p id={bodyId} className="whitespace-pre-line text-ink-2">
          {question.body}
        </p>
      )}
    </Dialog>
  );
}
