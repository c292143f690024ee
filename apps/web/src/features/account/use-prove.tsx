import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { GATE_LEAD, GATE_TITLE, PasswordGate } from './password-gate.tsx';

/** Asks for the password in a dialog; resolves to false when the user dismisses it. */
export type Prove = () => Promise<boolean>;

/** The user dismissed the password dialog, so no error is shown. */
export function isDismissed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
}

/** Repeats a call after a password prompt on REAUTH_REQUIRED; throws it when that is dismissed. */
export async function withProof<T>(prove: Prove, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isDismissed(error) || !(await prove())) throw error;
    return call();
  }
}

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
    <Dialog open={isOpen} onClose={() => close(false)} title={GATE_TITLE} size="sm">
      <p className="mb-4 text-ink-2 text-md">{GATE_LEAD}</p>
      <PasswordGate onProven={() => close(true)} />
    </Dialog>
  );
  return { prove, dialog };
}
