import type { InputHTMLAttributes } from 'react';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './field.tsx';
import { type TextControlProps, useTextControl } from './text-control.ts';

type ControlProps = TextControlProps<HTMLInputElement>;
export type TextInputProps = ControlProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof ControlProps>;

/**
 * Hangul-safe one-line input. Controlled by `value` and `onText`, or by `register('name')` of
 * react-hook-form. `onSubmitText` fires exactly once per Enter.
 */
export function TextInput(props: TextInputProps) {
  const { rest, handlers } = useTextControl<HTMLInputElement, TextInputProps>(props);
  const { className, ...native } = rest;
  const wiring = useFieldControl(native);
  return (
    <input
      type="text"
      defaultValue={props.value}
      {...native}
      {...wiring}
      {...handlers}
      className={controlClass(`h-10 px-3 max-md:h-11 ${className ?? ''}`)}
    />
  );
}
