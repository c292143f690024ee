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
  /** Reads what is stored, further settings than those of the form included. */
  load: () => Promise<Edited<Values>>;
  save: (body: Values, version: string) => Promise<Edited<Values>>;
  /**
   * The parts in which two versions are compared and merged, by their path (`footer`, `heads.FREE`). Its first
   * names are the fields of the form in screen order.
   */
  labels: Readonly<Record<string, string>>;
  /** A part as people read it when two versions are compared. */
  textOf: (path: string, value: unknown, isStored: boolean) => string;
  /** For a form with a text area. */
  draft?: string;
};

/**
 * The form of settings that several ADMINs edit. What another one saved first is merged part by part; where
 * both changed something of this form, `conflict` has the differences and the two ways to go on.
 */
export function useEditedForm<Values extends FieldValues, In extends FieldValues>(
  schema: z.ZodMiniType<Values, In>,
  initial: Edited<Values>,
  options: Options<Values>,
) {
  const paths = Object.keys(options.labels);
  const keys = [...new Set(paths.map((path) => path.split('.')[0] ?? path))];
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
  /** Returns what is stored, or what another ADMIN has stored in this form meanwhile as `conflict`. */
  const save = async (
    body: Values,
    against: string,
  ): Promise<{ stored: Edited<Values> } | { conflict: Edited<Values> }> => {
    try {
      return { stored: await options.save(body, against) };
    } catch (error) {
      if (!isEditConflict(error)) throw error;
      const found = await options.load();
      // Another page was saved: nothing of this form changed.
      if (isSame(pick(found), baseValues())) return save(body, found.version);
      return { conflict: found };
    }
  };
  const send = (against: string) =>
    form.submit(
      async (body) => {
        const sent = currentValues();
        const result = await save(body, against);
        if ('conflict' in result) {
          setTheirs(result.conflict);
          return false;
        }
        const now = currentValues();
        // Text that was typed while saving stays.
        show(result.stored, isSame(now, sent) ? pick(result.stored) : now);
        setTheirs(null);
        toast.success('설정을 저장했습니다.');
        return true;
      },
      { title: '설정을 저장하지 못했습니다.', text: TRY_LATER },
    );

  return {
    form,
    onSubmit: send(version),
    conflict: theirs && {
      differences: compare(pick(theirs), merge(theirs, form.watch())),
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

  function baseValues(): Values {
    return form.formState.defaultValues as Values;
  }

  function pick(stored: Values): Values {
    return Object.fromEntries(keys.map((key) => [key, stored[key]])) as Values;
  }

  function merge(stored: Values, mine: unknown = form.getValues()): Values {
    const merged = structuredClone(mine) as Values;
    const base = baseValues();
    for (const path of paths) {
      if (isSame(partOf(merged, path), partOf(base, path))) {
        setPart(merged, path, partOf(stored, path));
      }
    }
    return merged;
  }

  function compare(stored: Values, mine: Values): Difference[] {
    return paths
      .filter((path) => !isSame(partOf(stored, path), partOf(mine, path)))
      .map((path) => ({
        label: options.labels[path] ?? path,
        theirs: options.textOf(path, partOf(stored, path), true),
        mine: options.textOf(path, partOf(mine, path), false),
      }));
  }
}

function partOf(values: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => Reflect.get(part as object, name), values);
}

function setPart(values: object, path: string, part: unknown): void {
  const names = path.split('.');
  const last = names.pop() as string;
  Reflect.set(
    names.length === 0 ? values : (partOf(values, names.join('.')) as object),
    last,
    part,
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
