import { withParticles } from '@naru/contract/particles';
import { useMutation } from '@tanstack/react-query';
import { University } from 'lucide-react';
import { leaveForProvider } from '../../entities/provider/provider-visit.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';

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
