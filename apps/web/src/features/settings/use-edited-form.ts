import { useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { isEditConflict } from '../../lib/api/editing.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import type { Difference } from '../../ui/edit-conflict.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';

type Edited<Values> = Values & { version: string };

type Options<Values> = {
  /** Reads what is stored. */
  load: () => Promise<Edited<Values>>;
  save: (body: Values, version: string) => Promise<Edited<Values>>;
  labels: Record<keyof Values, string>;
  /** A value as people read it when two versions are compared. */
  textOf: <Key extends keyof Values>(key: Key, value: Values[Key], isStored: boolean) => string;
  /** For a form with a text area. */
  draft?: string;
  saved: string;
  failed: string;
};

/**
 * The form of a document that several ADMINs edit as a whole. When another one saved first, `conflict`
 * has the differences and the two ways to go on: fields that were not edited here become theirs.
 */
export function useEditedForm<Values extends FieldValues, In extends FieldValues>(
  schema: z.ZodMiniType<Values, In>,
  initial: Edited<Values>,
  options: Options<Values>,
) {
  const keys = Object.keys(options.labels) as (keyof Values & string)[];
  const [version, setVersion] = useState(initial.version);
  const [theirs, setTheirs] = useState<Edited<Values> | null>(null);
  const form = useSchemaForm(schema, pick(initial) as DefaultValues<NoInfer<In>>, {
    mode: 'onTouched',
    ...(options.draft !== undefined && { draft: options.draft }),
  });
  useLeaveWarning(() => form.formState.isDirty);

  /** Shows `values` as edits of what `stored` has. */
  const show = (stored: Edited<Values>, values: Values) => {
    setVersion(stored.version);
    form.reset(pick(stored) as unknown as In);
    form.reset(values as unknown as In, { keepDefaultValues: true });
  };
  const send = (against: string) =>
    form.submit(
      async (body) => {
        const sent = currentValues();
        try {
          const stored = await options.save(body, against);
          const now = currentValues();
          // Text that was typed while saving stays.
          show(stored, isSame(now, sent) ? pick(stored) : now);
          setTheirs(null);
          toast.success(options.saved);
          return true;
        } catch (error) {
          if (!isEditConflict(error)) throw error;
          setTheirs(await options.load());
          return false;
        }
      },
      { title: options.failed, text: TRY_LATER },
    );

  return {
    form,
    onSubmit: send(version),
    conflict: theirs && {
      differences: compare(pick(theirs), merge(theirs)),
      onKeepMine() {
        show(theirs, merge(theirs));
        send(theirs.version)();
      },
      onTakeTheirs() {
        show(theirs, pick(theirs));
        form.endDraft();
        setTheirs(null);
      },
    },
  };

  function currentValues(): Values {
    return structuredClone(form.getValues()) as unknown as Values;
  }

  function pick(stored: Values): Values {
    return Object.fromEntries(keys.map((key) => [key, stored[key]])) as Values;
  }

  function merge(stored: Values): Values {
    const mine = currentValues();
    const base = form.formState.defaultValues as Values;
    const merged = { ...mine };
    for (const key of keys) if (isSame(mine[key], base[key])) merged[key] = stored[key];
    return merged;
  }

  function compare(stored: Values, mine: Values): Difference[] {
    return keys
      .filter((key) => !isSame(stored[key], mine[key]))
      .map((key) => ({
        label: options.labels[key],
        theirs: options.textOf(key, stored[key], true),
        mine: options.textOf(key, mine[key], false),
      }));
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
