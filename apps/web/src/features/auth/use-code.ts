import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { type CodeTimes, sendCode, verifyCode } from './auth.calls.ts';
import { AUTH_TEXTS } from './auth.texts.ts';

/** `signedIn`: the code is for a change of the member's own address. */
export function useCode({ signedIn = false } = {}) {
  const [times, setTimes] = useState<CodeTimes | null>(null);
  const [resending, setResending] = useState(false);

  async function send(email: string): Promise<void> {
    setTimes(await sendCode(email, signedIn));
  }

  return {
    times,
    resending,
    send,

    async resend(email: string): Promise<void> {
      setResending(true);
      try {
        await send(email);
        toast.success(AUTH_TEXTS.codeResent);
      } catch (cause) {
        toast.error(messageOf(cause, AUTH_TEXTS.resendFailed));
      } finally {
        setResending(false);
      }
    },

    prove: (email: string, code: string): Promise<void> => verifyCode(email, code, signedIn),
  };
}
