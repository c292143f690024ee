import type { TextareaHTMLAttributes } from 'react';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './field.tsx';
import { type TextControlProps, useTextControl } from './text-control.ts';

type ControlProps = TextControlProps<HTMLTextAreaElement>;
type TextAreaProps = ControlProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof ControlProps>;

/**
 * Hangul-safe text area that grows with its text. With `onSubmitText` Enter submits and Shift+Enter
 * breaks the line.
 */
export function TextArea(props: TextAreaProps) {
  const { rest, handlers } = useTextControl<HTMLTextAreaElement, TextAreaProps>(props);
  const { className, ...native } = rest;
  const wiring = useFieldControl(native);
  return (
    <textarea
      rows={3}
      defaultValue={props.value}
      {...native}
      {...wiring}
      {...handlers}
      className={controlClass(
        `field-sizing-content max-h-[50vh] min-h-20 resize-y px-3 py-2 leading-relaxed ${className ?? ''}`,
      )}
    />
  );
}
