import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { fieldErrorOf } from './api/api-error.ts';

// The content security policy forbids code made at run time; zod then checks without it.
z.config({ jitless: true });

/** A form checked by a schema of the contract; errors show when a field is left, then as typed. */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<In>,
) {
  return useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
  });
}

/** The server's complaints for the given fields, in the shape of `setError`. */
export function serverFieldErrors<F extends string>(
  error: unknown,
  fields: readonly F[],
): { field: F; message: string }[] {
  return fields.flatMap((field) => {
    const message = fieldErrorOf(error, field);
    return message === undefined ? [] : [{ field, message }];
  });
}
