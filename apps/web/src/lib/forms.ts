import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError, messageOf } from './api/api-error.ts';

// The content security policy forbids code made at run time; zod then checks without it.
z.config({ jitless: true });

/** What `FormAlert` shows: which call failed, if that is worth a line, and why. */
export type FormProblem = { title?: string; text: string };

export type Failure<In extends FieldValues> = {
  title?: string;
  /** For errors without a sentence from the server. */
  text?: string;
  /** For what is thrown that is no answer of the server; default `text`. */
  unknownText?: string;
  /** The field an error is about when the server does not name one of this form. */
  fieldOf?: (error: ApiError) => FieldPath<In> | undefined;
};

type Options = {
  /** `onTouched` also checks a field when it is left; both check as typed after a submission. */
  mode?: 'onSubmit' | 'onTouched';
};

/**
 * A form checked by a schema of the contract. `submit` builds the handler of a submission: it
 * validates, ignores further submissions while one is running, and passes what `send` throws to
 * `refuse`, which puts an error under its field or into `problem`, the text of the form's alert.
 * `defaultValues` names every field, in the order on the screen: the first wrong one takes the focus.
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<NoInfer<In>>,
  { mode = 'onSubmit' }: Options = {},
) {
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues,
    mode,
    // The library focuses in the order of registration, which is not the order on the screen.
    shouldFocusError: false,
  });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const isSending = useRef(false);
  const fields = Object.keys(defaultValues ?? {}) as FieldPath<In>[];

  function refuse(error: unknown, failure: Failure<In> = {}) {
    const text = textOf(error, failure);
    const found = error instanceof ApiError ? findFields(error, fields, failure, text) : [];
    for (const { field, message } of found) form.setError(field, { type: 'server', message });
    if (found[0]) focusOn(found[0].field);
    else setProblem({ title: failure.title, text });
  }

  /** Focuses a field, or for an error inside a list the control of the whole list. */
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
          await send(values);
        } catch (error) {
          refuse(error, failure);
        }
      }, focusFirst);
      void handle().finally(() => {
        isSending.current = false;
      });
    };

  return { ...form, problem, setProblem, refuse, submit };
}

function textOf(
  error: unknown,
  { text, unknownText = text }: Pick<Failure<FieldValues>, 'text' | 'unknownText'>,
): string {
  return messageOf(error, error instanceof ApiError ? text : unknownText);
}

/** The fields that an error is about, as the server names them or else as the form knows. */
function findFields<In extends FieldValues>(
  error: ApiError,
  fields: readonly FieldPath<In>[],
  { fieldOf }: Failure<In>,
  text: string,
) {
  const found = serverFieldErrors(error, fields);
  const field = found.length === 0 ? fieldOf?.(error) : undefined;
  return field ? [{ field, message: error.errors[0]?.message ?? text }] : found;
}

/** The server's errors for the given fields and what is inside them, the first one for each. */
function serverFieldErrors<F extends string>(
  { errors }: ApiError,
  fields: readonly F[],
): { field: F; message: string }[] {
  const first = errors.filter(({ field }, at) => errors.findIndex((e) => e.field === field) === at);
  return fields.flatMap((name) =>
    first
      .filter(({ field }) => field === name || field.startsWith(`${name}.`))
      .map(({ field, message }) => ({ field: field as F, message })),
  );
}

/** The first error at `name` or inside it, with its path. */
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

/** The first message in the errors of a list or of one of its entries. */
export function nestedMessage(errors: object | undefined): string | undefined {
  return errors && findError({ errors }, 'errors')?.message;
}
