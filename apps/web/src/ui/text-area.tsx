import type { TextareaHTMLAttributes } from 'react';
import { type TextControlProps, useTextControl } from './text-control.ts';

const LOOK = 'field-sizing-content max-h-[50vh] min-h-20 resize-y px-3 py-2 leading-relaxed';

type ControlProps = TextControlProps<HTMLTextAreaElement>;
type TextAreaProps = ControlProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof ControlProps>;

/**
 * Hangul-safe text area that grows with its text. With `onSubmitText` Enter submits and Shift+Enter
 * breaks the line.
 */
export function TextArea(props: TextAreaProps) {
  const control = useTextControl<HTMLTextAreaElement, TextAreaProps>(props, LOOK);
  return <textarea rows={3} {...control} />;
}
