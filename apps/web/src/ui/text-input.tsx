import type { InputHTMLAttributes } from 'react';
import { type TextControlProps, useTextControl } from './text-control.ts';

const LOOK = 'h-10 px-3 max-md:h-11';

type ControlProps = TextControlProps<HTMLInputElement>;
export type TextInputProps = ControlProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof ControlProps>;

/**
 * Hangul-safe one-line input. Controlled by `value` and `onText`, or by `register('name')` of
 * react-hook-form. `onSubmitText` fires exactly once per Enter.
 */
export function TextInput(props: TextInputProps) {
  const control = useTextControl<HTMLInputElement, TextInputProps>(props, LOOK);
  return <input type="text" {...control} />;
}
