import type { SentCode } from './code-step.tsx';
import type { SignUpValues } from './sign-up-form.tsx';

/** A sign-up whose form was sent, without the password. */
export type PendingSignUp = {
  values: Omit<SignUpValues, 'password'>;
  step: 'form' | 'verify' | 'password';
  /** Null before the first code. */
  sent: SentCode | null;
  verifiedEmail: string | null;
  /** Of the sign-in provider that began it. */
  ticket?: string | undefined;
};

const KEY = 'naru.sign-up';
const STORED_MS = 60 * 60 * 1000;

/** Returns what this tab stored within the last hour. */
export function loadPendingSignUp(): PendingSignUp | null {
  try {
    const { savedAt, pending } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? {};
    return Date.now() - savedAt < STORED_MS ? pending : null;
  } catch {
    return null;
  }
}

export function savePendingSignUp(pending: PendingSignUp): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ savedAt: Date.now(), pending }));
  } catch {
    // Without storage a reload starts again.
  }
}

export function removePendingSignUp(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}
