import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormRegister,
  useForm,
  useFormState,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError, messageOf } from './api/api-error.ts';
import type { DraftKey } from './draft.ts';
import { pressEnd } from './press.ts';
import { useTypedDraft } from './typed-draft.ts';

// The content security policy forbids eval; jitless zod needs none.
z.config({ jitless: true });

/** Shown by `FormAlert`: an optional headline and the reason. */
export type FormProblem = { title?: string; text: string };

export type Failure<In extends FieldValues> = {
  title?: string;
  /** For errors without a message from the server. */
  text?: string;
  /** For thrown values that are not an ApiError; default `text`. */
  unknownText?: string;
  /** Maps an error to a field when the server does not name one of this form. */
  fieldOf?: (error: ApiError) => FieldPath<In> | undefined;
};

type Options = {
  /** `onTouched` also validates on blur; both revalidate on change after a submission. */
  mode?: 'onSubmit' | 'onTouched';
  /** Names the draft in which the device keeps what is typed until it is sent: needed for a text area. */
  draft?: string | DraftKey;
  /** Fields that the draft leaves out. */
  draftOmits?: readonly string[];
};

/**
 * A form validated by a contract schema. `submit` builds the submit handler: it validates, ignores
 * submissions while one is pending, and passes what `send` throws to `refuse`, which sets a field
 * error or `problem` for `FormAlert`. `defaultValues` lists every field in screen order: the first
 * invalid one gets the focus. A `send` that returns false has sent nothing, so that the draft stays.
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<NoInfer<In>>,
  { mode = 'onSubmit', draft: name, draftOmits }: Options = {},
) {
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues,
    mode,
    // The library focuses in registration order, not in screen order.
    shouldFocusError: false,
  });
  const { draftOf, end } = useTypedDraft({
    name: name ?? null,
    saved: defaultValues as object,
    typed: name === undefined ? {} : form.watch(),
    show: (values) => form.reset(values as In, { keepDefaultValues: true }),
    omits: draftOmits ?? [],
  });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const isSending = useRef(false);
  const fields = Object.keys(defaultValues ?? {}) as FieldPath<In>[];

  function refuse(error: unknown, failure: Failure<In> = {}) {
    const isApiError = error instanceof ApiError;
    const { title, text: fallback, unknownText = fallback } = failure;
    const text = messageOf(error, isApiError ? fallback : unknownText);
    const found = isApiError ? findFields(error, fields, failure, text) : [];
    for (const { field, message } of found) {
      form.setError(field as FieldPath<In>, { type: 'server', message });
    }
    if (found[0]) focusOn(found[0].field);
    else setProblem({ title, text });
  }

  /** For an error inside a list, first focuses the control of the whole list. */
  function focusOn(path: string) {
    form.setFocus(path.split('.')[0] as FieldPath<In>);
    form.setFocus(path as FieldPath<In>);
  }

  function focusFirst(errors: object) {
    const first = fields.map((name) => findError(errors, name)).find((one) => one !== undefined);
    if (first) focusOn(first.path);
  }

  const submit =
    (send: (values: Out) => unknown, failure?: Failure<In>) => (event?: BaseSyntheticEvent) => {
      event?.preventDefault();
      if (isSending.current) return;
      isSending.current = true;
      setProblem(null);
      const handle = form.handleSubmit(async (values) => {
        try {
          if ((await send(values)) !== false) end();
        } catch (error) {
          refuse(error, failure);
        }
      }, focusFirst);
      void handle().finally(() => {
        isSending.current = false;
      });
    };

  const register: UseFormRegister<In> = (name, rules) => {
    const field = form.register(name, rules);
    // An error that appears pushes what is being pressed away from under the finger.
    return { ...field, onBlur: (event) => pressEnd().then(() => field.onBlur(event)) };
  };

  /** `register` for a text area, with its draft. */
  const area = (field: FieldPath<In>, isOneOfMany = false) => {
    if (name === undefined) throw new Error(`The form of ${field} needs the name of its draft.`);
    return { ...register(field), draft: draftOf(field, isOneOfMany) };
  };

  return {
    ...form,
    register,
    area,
    /** What was typed was given up: submitting ends the draft by itself. */
    endDraft: end,
    /** The press of 취소 gives up what was typed; closing in another way leaves it in the draft. */
    cancel: (close: () => void) => () => {
      end();
      close();
    },
    problem,
    setProblem,
    refuse,
    submit,
  };
}

export type SchemaForm<In extends FieldValues, Out = In> = ReturnType<
  typeof useSchemaForm<In, Out>
>;

/**
 * Returns the message of a field in a list whose entries can be added. The library validates the whole list
 * with each new entry; an entry that was not left yet shows no error.
 */
export function useEntryErrors<In extends FieldValues>(control: Control<In>) {
  const state = useFormState({ control });
  return (name: FieldPath<In>): string | undefined => {
    const { error, isTouched } = control.getFieldState(name, state);
    return isTouched || state.isSubmitted ? error?.message : undefined;
  };
}

/** The server's first error at or below each field, else one for the field from `fieldOf`. */
function findFields<In extends FieldValues>(
  error: ApiError,
  fields: readonly FieldPath<In>[],
  { fieldOf }: Failure<In>,
  text: string,
) {
  const { errors } = error;
  const first = errors.filter(({ field }, at) => errors.findIndex((e) => e.field === field) === at);
  const found = fields.flatMap((name) =>
    first.filter(({ field }) => field === name || field.startsWith(`${name}.`)),
  );
  const field = found.length === 0 ? fieldOf?.(error) : undefined;
  return field ? [{ field, message: errors[0]?.message ?? text }] : found;
}

/** The first error at or below `name`, with its path. */
function findError(errors: object, name: string): { path: string; message: string } | undefined {
  const found: unknown = Reflect.get(errors, name);
  if (typeof found !== 'object' || found === null || name === 'ref') return undefined;
  if ('message' in found && typeof found.message === 'string') {
    return { path: name, message: found.message };
  }
  for (const key of Object.keys(found)) {
    const inner = findError(found, key);
    if (inner) return { path: `${name}.${inner.path}`, message: inner.message };
  }
  return undefined;
}

/** The first message in the errors of a list or its entries. */
export function nestedMessage(errors: object | undefined): string | undefined {
  return errors && findError({ errors }, 'errors')?.message;
}
