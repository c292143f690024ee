import type { Ref } from 'react';
import { TextInput } from '../../ui/text-input.tsx';

type CodeInputProps = {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onText: (text: string) => void;
  /** Recovery codes have letters, which the number pad of a phone has not. */
  takesRecoveryCodes?: boolean;
};

/** For a code of the authenticator app, or a recovery code. */
export function CodeInput({ ref, value, onText, takesRecoveryCodes = false }: CodeInputProps) {
  return (
    <TextInput
      ref={ref}
      value={value}
      onText={onText}
      inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      className="font-bold text-lg tracking-[0.2em]"
      data-autofocus
    />
  );
}
