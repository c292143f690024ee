import { LIMITS } from '@naru/contract/limits';
import { useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { AUTH_TEXTS } from './auth.texts.ts';

/** Times in epoch ms by the browser's clock. */
export type CodeTimes = { endsAt: number; resendAt: number };

/** `signedIn`: the code is for a change of the member's own address. */
export function useCode({ signedIn = false } = {}) {
  const [times, setTimes] = useState<CodeTimes | null>(null);
  const [resending, setResending] = useState(false);

  async function send(email: string): Promise<void> {
    const sent = await api('POST /api/auth/email-check', { body: { email }, anonymous: !signedIn });
    // Adds the server's intervals to the browser's clock, so that clock skew does not matter.
    const resendAt = Date.now() + LIMITS.codeResendSeconds * 1000;
    const between = Date.parse(sent.expiresAt) - Date.parse(sent.resendAt);
    setTimes({ resendAt, endsAt: resendAt + between });
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

    verify: async (email: string, code: string): Promise<void> => {
      await api('POST /api/auth/verify-code', { body: { email, code }, anonymous: !signedIn });
    },
  };
}
