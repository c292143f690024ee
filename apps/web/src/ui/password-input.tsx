import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** With a show/hide button. Set `autoComplete` (current-password, new-password). */
export function PasswordInput(props: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <button
        type="button"
        aria-label="비밀번호 표시"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-ctl text-ink-3 hover:text-ink"
      >
        <Icon size={18} />
      </button>
    </div>
  );
}
