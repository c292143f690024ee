import type { Me } from '@naru/contract/members';
import { useMutation } from '@tanstack/react-query';
import { signWithPasskey } from '../../entities/passkeys/passkeys.ts';
import { api } from '../../lib/api/api.ts';
import { useEnter } from './use-log-in.ts';

/** Logs in with a passkey: as the second step of `token`, or by itself without one. */
export function usePasskeyLogin(token: string | undefined, onDone: (me: Me) => void) {
  const enter = useEnter();
  return useMutation({
    mutationFn: async () => {
      const step = token === undefined ? {} : { token };
      const options = await api('POST /api/member/login/passkey/begin', {
        body: step,
        anonymous: true,
      });
      const credential = await signWithPasskey(options);
      const body = { ...step, credential };
      return enter(await api('POST /api/member/login/passkey', { body, anonymous: true }));
    },
    onSuccess: onDone,
  });
}
