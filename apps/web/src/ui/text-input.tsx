import {
  type ChangeEventHandler,
  type DOMAttributes,
  type InputHTMLAttributes,
  type Ref,
  type TextareaHTMLAttributes,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import {
  type CompositionOptions,
  type TextElement,
  useComposition,
} from '../lib/hangul/use-composition.ts';
import type { FieldDraft } from '../lib/typed-draft.ts';
import { controlClass, useFieldControl } from './field.tsx';
import { quietPart } from './lazy-part.tsx';

/** Loads when there is something to say: most fields are empty. */
export const DraftNote = quietPart(async () => (await import('./draft-note.tsx')).DraftNote);

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

const AREA_LOOK = 'field-sizing-content max-h-[50vh] min-h-20 resize-y px-3 py-2 leading-relaxed';

type AreaControlProps = TextControlProps<HTMLTextAreaElement>;
type TextAreaProps = AreaControlProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof AreaControlProps> & {
    /** Of `area` of a form or of `useDraftText`: no text of more than one line may be lost. */
    draft: FieldDraft;
  };

/**
 * Hangul-safe text area that grows with its text. With `onSubmitText` Enter submits and Shift+Enter
 * breaks the line.
 */
export function TextArea({ draft, ...props }: TextAreaProps) {
  const control = useTextControl<HTMLTextAreaElement, typeof props>(props, AREA_LOOK);
  return (
    <>
      <textarea rows={3} {...control} />
      {draft.offer && <DraftNote offer={draft.offer} />}
    </>
  );
}

export type TextControlProps<E extends TextElement> = CompositionOptions & {
  ref?: Ref<E>;
  /** Every raw change, even during a composition: only for `register` of react-hook-form. */
  onChange?: ChangeEventHandler<E>;
} & Pick<
    DOMAttributes<E>,
    'onKeyDown' | 'onKeyUp' | 'onBlur' | 'onInput' | 'onCompositionStart' | 'onCompositionEnd'
  >;

/** Calls both handlers in order. */
function both<T>(first: ((event: T) => void) | undefined, second?: (event: T) => void) {
  return (event: T) => {
    first?.(event);
    second?.(event);
  };
}

type NativeProps = { className?: string } & Parameters<typeof useFieldControl>[0];

/** Props of the native control; runs the caller's handlers beside those of the Hangul layer. */
function useTextControl<E extends TextElement, P extends TextControlProps<E> & NativeProps>(
  props: P,
  look: string,
) {
  const { ref, value, onText, onSubmitText, className = '', ...rest } = props;
  const inner = useRef<E>(null);
  useImperativeHandle<E | null, E | null>(ref, () => inner.current, []);
  const layer = useComposition(inner, { value, onText, onSubmitText, onBlur: props.onBlur });
  // A default that follows the text would be written into the element during a composition.
  const [first] = useState(value);
  return {
    defaultValue: first,
    ...rest,
    ...useFieldControl(rest),
    ref: inner,
    className: controlClass(`${look} ${className}`),
    onKeyDown: both(props.onKeyDown, layer.onKeyDown),
    onKeyUp: both(props.onKeyUp, layer.onKeyUp),
    onBlur: layer.onBlur,
    onInput: both(props.onInput, layer.onInput),
    onCompositionStart: both(layer.onCompositionStart, props.onCompositionStart),
    onCompositionEnd: both(layer.onCompositionEnd, props.onCompositionEnd),
  };
}
