import type {
  ChangeEventHandler,
  CompositionEvent,
  FocusEvent,
  FormEvent,
  KeyboardEvent,
  Ref,
} from 'react';
import { useImperativeHandle, useRef } from 'react';
import {
  type CompositionOptions,
  type TextElement,
  useComposition,
} from '../lib/hangul/use-composition.ts';

export type TextControlProps<E extends TextElement> = CompositionOptions & {
  ref?: Ref<E>;
  /** Every raw change, even during a composition: only for `register` of react-hook-form. */
  onChange?: ChangeEventHandler<E>;
  onKeyDown?: (event: KeyboardEvent<E>) => void;
  onKeyUp?: (event: KeyboardEvent<E>) => void;
  onBlur?: (event: FocusEvent<E>) => void;
  onInput?: (event: FormEvent<E>) => void;
  onCompositionStart?: (event: CompositionEvent<E>) => void;
  onCompositionEnd?: (event: CompositionEvent<E>) => void;
};

type HandlerName = Exclude<keyof TextControlProps<TextElement>, keyof CompositionOptions | 'ref'>;

/** Runs the caller's handlers before those of the Hangul layer. */
export function useTextControl<E extends TextElement, P extends TextControlProps<E>>(props: P) {
  const { ref, value, onText, onSubmitText, ...rest } = props;
  const inner = useRef<E>(null);
  useImperativeHandle<E | null, E | null>(ref, () => inner.current, []);
  const layer = useComposition(inner, { value, onText, onSubmitText });
  const own: Pick<TextControlProps<E>, HandlerName> = rest;
  return {
    rest,
    handlers: {
      ref: inner,
      onKeyDown: (event: KeyboardEvent<E>) => {
        own.onKeyDown?.(event);
        if (!event.defaultPrevented) layer.onKeyDown(event);
      },
      onKeyUp: (event: KeyboardEvent<E>) => {
        own.onKeyUp?.(event);
        layer.onKeyUp(event);
      },
      onBlur: (event: FocusEvent<E>) => {
        layer.onBlur();
        own.onBlur?.(event);
      },
      onInput: (event: FormEvent<E>) => {
        own.onInput?.(event);
        layer.onInput(event);
      },
      onCompositionStart: (event: CompositionEvent<E>) => {
        layer.onCompositionStart();
        own.onCompositionStart?.(event);
      },
      onCompositionEnd: (event: CompositionEvent<E>) => {
        layer.onCompositionEnd(event);
        own.onCompositionEnd?.(event);
      },
    },
  };
}
