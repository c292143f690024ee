import { useCallback, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ACCOUNT_TEXTS } from './account.texts.ts';
import { PasswordGate } from './password-gate.tsx';
import type { Prove } from './with-proof.ts';

/** Returns `prove`, which opens the password dialog, and the `dialog` that the page must render. */
export function useProve() {
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(proven: boolean) => void>(() => undefined);
  const prove: Prove = useCallback(() => {
    setOpen(true);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const close = (proven: boolean) => {
    setOpen(false);
    settle.current(proven);
  };
  const dialog = (
    <Dialog
      open={isOpen}
      onClose={() => close(false)}
      title={ACCOUNT_TEXTS.gateTitle}
      size="sm"
      shape="sheet"
    >
      <p className="mb-4 text-ink-2 text-md">{ACCOUNT_TEXTS.gateLead}</p>
      <PasswordGate onProven={() => close(true)} />
    </Dialog>
  );
  return { prove, dialog };
}
