import type { Me } from '@naru/contract/members';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { canUsePasskeys, NO_PASSKEY, signWithPasskey } from '../../entities/passkeys/passkeys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { useEnter } from './use-log-in.ts';

type PasskeyButtonProps = {
  /** Of the login that asks for its second step; without one the passkey is the whole login. */
  token?: string;
  label: string;
  onDone: (me: Me) => void;
};

/** Nothing where the browser has no passkeys. */
export function PasskeyButton({ token, label, onDone }: PasskeyButtonProps) {
  const { mutate, isPending, error } = usePasskeyLogin(token, onDone);
  if (!canUsePasskeys()) return null;
  return (
    <div className="mt-3 grid gap-3">
      <Button
        block
        size="lg"
        icon={<KeyRound size={18} />}
        pending={isPending}
        onClick={() => mutate()}
      >
        {label}
      </Button>
      <FormAlert problem={error && { text: messageOf(error, NO_PASSKEY) }} />
    </div>
  );
}

/** Logs in with a passkey: as the second step of `token`, or by itself without one. */
function usePasskeyLogin(token: string | undefined, onDone: (me: Me) => void) {
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
