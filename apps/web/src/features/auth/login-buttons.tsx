import type { Me } from '@naru/contract/members';
import { withParticles } from '@naru/contract/particles';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, University } from 'lucide-react';
import { canUsePasskeys, NO_PASSKEY, signWithPasskey } from '../../entities/passkeys/passkeys.ts';
import { leaveForProvider } from '../../entities/provider/provider-visit.ts';
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

type ProviderButtonProps = {
  /** Of the provider, as the operator gave it. */
  name: string;
  /** The page to open after the login. */
  to: string | undefined;
};

export function ProviderButton({ name, to }: ProviderButtonProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api('POST /api/member/login/provider/begin', { anonymous: true }),
    onSuccess: ({ url }) => leaveForProvider(url, { purpose: 'login', to }),
  });
  return (
    <div className="mt-3 grid gap-3">
      <Button
        block
        size="lg"
        icon={<University size={18} />}
        pending={isPending || isSuccess}
        onClick={() => mutate()}
      >
        {withParticles(`${name}으로(로) 로그인`)}
      </Button>
      <FormAlert problem={error && { text: messageOf(error) }} />
    </div>
  );
}
