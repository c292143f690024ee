import type { Me } from '@naru/contract/members';
import { KeyRound } from 'lucide-react';
import { canUsePasskeys, NO_PASSKEY } from '../../entities/passkeys/passkeys.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { usePasskeyLogin } from './use-passkey-login.ts';

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
