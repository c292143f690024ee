import type { SourceConfig } from '@naru/contract/source-config';
import type { SourceDetail, SourcePreview } from '@naru/contract/sources';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { useFreshData } from '../../lib/api/use-fresh-data.ts';
import { nestedMessage, useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { groupsOf } from './source-fields.ts';
import { errorAt, SourceFields } from './source-fields-view.tsx';
import { PreviewOfSource } from './source-preview.tsx';
import { fingerprintOf, NEW_VALUES, sourceFormSchema, toValues, typeOf } from './source-values.ts';
import { SOURCE_TYPE_NAMES, SOURCE_TYPES } from './source-words.ts';
import { editedSourceQuery, useDryRun, useSaveSource } from './sources.queries.ts';

type DoneProps = { onDone: (id: number) => void; onCancel: () => void };

/** The form of a stored source, as it is at this moment. */
export function EditSource({ id, ...done }: DoneProps & { id: number }) {
  const found = useQuery(editedSourceQuery(id));
  const source = useFreshData(found);
  if (source) return <SourceForm source={source} {...done} />;
  return (
    <Card className="overflow-hidden">
      <LoadState query={found} failed="수집할 곳을 불러오지 못했습니다." rows={6} />
    </Card>
  );
}

const CONFLICT =
  '다른 사람이 먼저 저장했습니다. 적은 내용은 그대로 있고, 한 번 더 저장하면 이 내용으로 바뀝니다.';

/** Adds or changes a source; what it would bring is shown before it is saved. */
export function SourceForm({ source, onDone, onCancel }: DoneProps & { source: SourceDetail | null }) {
  const client = useQueryClient();
  const [values] = useState(() => (source === null ? NEW_VALUES : toValues(source.config)));
  const [version, setVersion] = useState(source?.version ?? '');
  const form = useSchemaForm<FieldValues, SourceConfig>(sourceFormSchema, values);
  const dryRun = useDryRun();
  const save = useSaveSource(source === null ? null : { id: source.id, version });
  const [shown, setShown] = useState<{ values: string; preview: SourcePreview } | null>(null);
  const now = useWatch({ control: form.control });
  const { errors, isDirty, isSubmitting } = form.formState;
  const isUnsaved = isDirty && !save.isSuccess;
  useLeaveWarning(() => isUnsaved);
  const type = typeOf(now);
  const groups = groupsOf(type);
  const preview = shown?.values === fingerprintOf(now) ? shown.preview : null;

  const onDryRun = form.submit(
    async (config) => {
      const sent = fingerprintOf(form.getValues());
      setShown({ values: sent, preview: await dryRun.mutateAsync(config) });
    },
    { text: '미리 보지 못했습니다. 적은 내용은 그대로 있습니다.' },
  );
  const onSave = form.submit(async (config) => {
    try {
      const { id, message } = await save.mutateAsync(config);
      toast.success(message);
      onDone(id);
    } catch (error) {
      if (!(source !== null && error instanceof ApiError && error.code === 'EDIT_CONFLICT')) {
        throw error;
      }
      setVersion((await client.fetchQuery(editedSourceQuery(source.id))).version);
      form.setProblem({ text: CONFLICT });
    }
  }, { text: '저장하지 못했습니다. 적은 내용은 그대로 있습니다.' });
  const cancel = async () => {
    const question = { title: '저장하지 않고 나갈까요?', body: '바꾼 내용은 저장되지 않습니다.' };
    const labels = { confirmLabel: '나가기', cancelLabel: '계속 고치기' };
    if (!isUnsaved || (await confirmDialog({ ...question, ...labels, prefersCancel: true }))) {
      onCancel();
    }
  };
  // What belongs to no control, such as one of two that are needed.
  const paths = groups.flatMap(({ fields }) => fields.map(({ path }) => path));
  const hasPlace = paths.some((path) => errorAt(errors, path) !== undefined);
  const general = hasPlace ? undefined : nestedMessage(errors);

  return (
    <form noValidate aria-label={source ? `${source.title} 수정` : '수집할 곳 추가'} onSubmit={preview === null ? onDryRun : onSave} className="grid gap-4">
      {source === null && (
        <Card as="section" className="p-5 max-md:p-4">
          <Field label="종류" hint={SOURCE_TYPES[type].about}>
            <Select
              options={SOURCE_TYPE_NAMES.map((value) => {
                const { label, brings } = SOURCE_TYPES[value];
                return { value, label: `${label} (${brings})` };
              })}
              {...form.register('type', { onChange: () => form.unregister('list') })}
            />
          </Field>
        </Card>
      )}
      {groups.map((group) => (
        <SourceFields
          key={`${type} ${group.title}`}
          group={group}
          register={form.register}
          errors={errors}
          isNameFixed={source !== null}
        />
      ))}
      {preview && <PreviewOfSource preview={preview} />}
      <FormAlert problem={form.problem ?? (general ? { text: general } : null)} />
      <SaveBar
        status={
          preview === null
            ? '저장하기 전에 무엇을 가져올지 미리 봅니다.'
            : '미리 본 내용이 맞으면 저장해 주세요.'
        }
      >
        <Button onClick={() => void cancel()}>취소</Button>
        {preview !== null && (
          <Button pending={dryRun.isPending} onClick={() => onDryRun()}>
            다시 미리 보기
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          pending={isSubmitting}
          icon={preview === null ? <FlaskConical size={16} /> : undefined}
        >
          {preview === null ? '미리 보기' : '저장'}
        </Button>
      </SaveBar>
    </form>
  );
}
