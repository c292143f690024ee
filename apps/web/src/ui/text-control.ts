import {
  type ChangeEventHandler,
  type DOMAttributes,
  type Ref,
  useImperativeHandle,
  useRef,
} from 'react';
import {
  type CompositionOptions,
  type TextElement,
  useComposition,
} from '../lib/hangul/use-composition.ts';

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

/** Runs the caller's handlers beside those of the Hangul layer. */
export function useTextControl<E extends TextElement, P extends TextControlProps<E>>(props: P) {
  const { ref, value, onText, onSubmitText, ...rest } = props;
  const inner = useRef<E>(null);
  useImperativeHandle<E | null, E | null>(ref, () => inner.current, []);
  const layer = useComposition(inner, { value, onText, onSubmitText });
  return {
    rest,
    handlers: {
      ref: inner,
      onKeyDown: both(props.onKeyDown, layer.onKeyDown),
      onKeyUp: both(props.onKeyUp, layer.onKeyUp),
      onBlur: both(layer.onBlur, props.onBlur),
      onInput: both(props.onInput, layer.onInput),
      onCompositionStart: both(layer.onCompositionStart, props.onCompositionStart),
      onCompositionEnd: both(layer.onCompositionEnd, props.onCompositionEnd),
    },
  };
}
