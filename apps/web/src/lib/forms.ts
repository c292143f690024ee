import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
} from 'react-hook-form';
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

  function refuse(error: unknown, { title, text, fieldOf }: Failure<In> = {}) {
    const found = serverFieldErrors(error, fields);
    const field = found.length === 0 && error instanceof ApiError ? fieldOf?.(error) : undefined;
    if (field !== undefined) {
      const named = error instanceof ApiError ? error.errors[0]?.message : undefined;
      found.push({ field, message: named ?? messageOf(error, text) });
    }
    for (const [at, { field: name, message }] of found.entries()) {
      form.setError(name, { type: 'server', message }, { shouldFocus: at === 0 });
    }
    if (found.length === 0) setProblem({ title, text: messageOf(error, text) });
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

/** The server's errors for the given fields and what is inside them, the first one for each. */
function serverFieldErrors<F extends string>(
  error: unknown,
  fields: readonly F[],
): { field: F; message: string }[] {
  const all = error instanceof ApiError ? error.errors : [];
  const first = all.filter(({ field }, at) => all.findIndex((one) => one.field === field) === at);
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
