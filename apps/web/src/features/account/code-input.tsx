import type { Ref } from 'react';
import { TextInput } from '../../ui/text-input.tsx';

type CodeInputProps = {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onText: (text: string) => void;
};

/** For a code of the authenticator app, or a recovery code: the keyboard of a phone shows digits first. */
export function CodeInput({ ref, value, onText }: CodeInputProps) {
  return (
    <TextInput
      ref={ref}
      value={value}
      onText={onText}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      className="font-bold text-lg tracking-[0.2em]"
      data-autofocus
    />
  );
}
