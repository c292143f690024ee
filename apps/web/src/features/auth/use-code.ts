import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { type CodeTimes, sendCode, verifyCode } from './auth.calls.ts';
import { AUTH_TEXTS } from './auth.texts.ts';

const WRONG_CODE = new Set([400, 403]);

/**
 * The state around one code: sending, resending, proving. `failedText` is the toast for failures
 * that are not about the code itself (spec 8). `signedIn`: for the change of the own address.
 */
export function useCode(failedText: string, { signedIn = false } = {}) {
  const [times, setTimes] = useState<CodeTimes | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [resending, setResending] = useState(false);

  return {
    times,
    error,
    pending,
    resending,

    /** Throws what the server refused. */
    async send(email: string): Promise<void> {
      setTimes(await sendCode(email, signedIn));
      setError(null);
    },

    async resend(email: string): Promise<void> {
      setResending(true);
      try {
        setTimes(await sendCode(email, signedIn));
        setError(null);
        toast.success(AUTH_TEXTS.codeResent);
      } catch (cause) {
        toast.error(messageOf(cause, AUTH_TEXTS.resendFailed));
      } finally {
        setResending(false);
      }
    },

    /** Proves the address, then runs `next`; failures of `next` are its own. */
    async prove(email: string, code: string, next: () => Promise<void> | void): Promise<void> {
      setPending(true);
      setError(null);
      try {
        await verifyCode(email, code, signedIn);
      } catch (cause) {
        setPending(false);
        if (cause instanceof ApiError && WRONG_CODE.has(cause.status)) setError(cause.message);
        else toast.error(messageOf(cause, failedText));
        return;
      }
      try {
        await next();
      } finally {
        setPending(false);
      }
    },
  };
}
