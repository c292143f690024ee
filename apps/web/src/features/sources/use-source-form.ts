import type { SourceConfig } from '@naru/contract/source-config';
import type { SourceDetail, SourcePreview } from '@naru/contract/sources';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { nestedMessage, useSchemaForm } from '../../lib/forms.ts';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { type FieldGroup, groupsOf } from './source-fields.ts';
import { errorAt } from './source-fields-view.tsx';
import { fingerprintOf, type SourceValues, sourceFormSchema, toValues } from './source-values.ts';
import { editedSourceQuery, useDryRun, useSaveSource } from './sources.queries.ts';

/** Restored: a line below them says so. */
const LONG_FIELDS = ['hosts', 'meals'];

const CONFLICT =
  '다른 사람이 먼저 저장했습니다. 적은 내용은 그대로 있고, 한 번 더 저장하면 이 내용으로 바뀝니다.';

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'EDIT_CONFLICT';

/** The address of a new source is asked for above the form; the list of an article is another one. */
function withAddressLast([first, ...groups]: FieldGroup[]): FieldGroup[] {
  if (first === undefined) return groups;
  const [address, others] = [true, false].map((is) =>
    first.fields.filter(({ path }) => (path === 'url') === is),
  );
  const last = groups.at(-1);
  return [
    { ...first, fields: others ?? [] },
    ...groups.slice(0, -1),
    ...(last ? [{ ...last, fields: [...(address ?? []), ...last.fields] }] : []),
  ];
}

/** A stored source, or what is known of a new one. */
export type Start =
  | { source: SourceDetail }
  | { source: null; values: SourceValues; preview: SourcePreview | null };

/** The form of a source, and the preview of what it says at this moment. */
export function useSourceForm(start: Start, onDone: (id: number) => void) {
  const client = useQueryClient();
  const { source } = start;
  const [values] = useState(() => (source === null ? start.values : toValues(source.config)));
  const [version, setVersion] = useState(source?.version ?? '');
  const form = useSchemaForm<FieldValues, SourceConfig>(sourceFormSchema, values, {
    draft: `source-${source?.id ?? 'new'}`,
    draftOmits: Object.keys(values).filter((name) => !LONG_FIELDS.includes(name)),
  });
  const dryRun = useDryRun();
  const save = useSaveSource(source === null ? null : { id: source.id, version });
  const [shown, setShown] = useState<{ values: string; preview: SourcePreview } | null>(() =>
    source === null && start.preview !== null
      ? { values: fingerprintOf(values), preview: start.preview }
      : null,
  );
  const now = useWatch({ control: form.control });
  const { errors, isDirty } = form.formState;
  useLeaveWarning(() => isDirty);
  const groups = source === null ? withAddressLast(groupsOf(now.way)) : groupsOf(now.way);

  const onDryRun = form.submit(
    async (config) => {
      const sent = fingerprintOf(form.getValues());
      setShown({ values: sent, preview: await dryRun.mutateAsync(config) });
      return false;
    },
    { text: '미리 보지 못했습니다. 적은 내용은 그대로 있습니다.' },
  );

  async function store(config: SourceConfig): Promise<boolean> {
    try {
      const { id, message } = await save.mutateAsync(config);
      toast.success(message);
      onDone(id);
      return true;
    } catch (error) {
      if (source === null || !isConflict(error)) throw error;
      setVersion((await client.fetchQuery(editedSourceQuery(source.id))).version);
      form.setProblem({ text: CONFLICT });
      return false;
    }
  }
  const onSave = form.submit(store, {
    text: '저장하지 못했습니다. 적은 내용은 그대로 있습니다.',
  });

  // What belongs to no control, such as one of two that are needed.
  const paths = groups.flatMap(({ fields }) => fields.map(({ path }) => path));
  const hasPlace = paths.some((path) => errorAt(errors, path) !== undefined);
  const general = hasPlace ? undefined : nestedMessage(errors);

  return {
    form,
    way: String(now.way),
    groups,
    /** Null once something differs from what was looked at. */
    preview: shown?.values === fingerprintOf(now) ? shown.preview : null,
    isLooking: dryRun.isPending,
    problem: form.problem ?? (general === undefined ? null : { text: general }),
    onDryRun,
    onSave,
  };
}
