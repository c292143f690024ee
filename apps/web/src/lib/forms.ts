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
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<NoInfer<In>>,
  { mode = 'onSubmit' }: Options = {},
) {
  const form = useForm<In, unknown, Out>({ resolver: zodResolver(schema), defaultValues, mode });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const isSending = useRef(false);
  const fields = Object.keys(defaultValues ?? {}) as FieldPath<In>[];

  function refuse(error: unknown, failure: Failure<In> = {}) {
    const text = textOf(error, failure);
    const found = error instanceof ApiError ? findFields(error, fields, failure, text) : [];
    for (const [at, { field, message }] of found.entries()) {
      form.setError(field, { type: 'server', message }, { shouldFocus: at === 0 });
    }
    if (found.length === 0) setProblem({ title: failure.title, text });
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
      });
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

/** The first message in the errors of a list or of one of its entries. */
export function nestedMessage(errors: object | undefined): string | undefined {
  if (errors === undefined) return undefined;
  if ('message' in errors && typeof errors.message === 'string') return errors.message;
  for (const [key, value] of Object.entries(errors)) {
    const isInside = key !== 'ref' && typeof value === 'object' && value !== null;
    const message = isInside ? nestedMessage(value) : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}
