import type { SourceDetail } from '@naru/contract/sources';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useFreshData } from '../../lib/api/editing.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Select } from '../../ui/select.tsx';
import { errorAt, FoldedFields, SourceFields } from './source-fields-view.tsx';
import { PreviewOfSource } from './source-preview.tsx';
import { WAY } from './source-ways.ts';
import { typeWords } from './source-words.ts';
import { editedSourceQuery } from './sources.queries.ts';
import { type Start, useSourceForm } from './use-source-form.ts';

export type DoneProps = { onDone: (id: number) => void; onCancel: () => void };

/** The form of a stored source, as it is at this moment. */
export function EditSource({ id, ...done }: DoneProps & { id: number }) {
  const found = useQuery(editedSourceQuery(id));
  const source: SourceDetail | undefined = useFreshData(found);
  if (source) return <SourceForm start={{ source }} {...done} />;
  return (
    <Card className="overflow-hidden">
      <LoadState query={found} failed="수집할 곳을 불러오지 못했습니다." rows={6} />
    </Card>
  );
}

/** Adds or changes a source; what it would bring is shown before it is saved. */
export function SourceForm({ start, onDone, onCancel }: DoneProps & { start: Start }) {
  const parts = useSourceForm(start, onDone);
  const { form, way, groups, preview, problem } = parts;
  const { errors } = form.formState;
  const known = start.source === null ? start.preview : null;
  const shared = { form, errors, isNameFixed: start.source !== null };
  const folded = groups.filter(({ isFolded }) => isFolded);
  const paths = folded.flatMap(({ fields }) => fields.map(({ path }) => path));
  return (
    <form
      noValidate
      aria-label={start.source ? `${start.source.title} 수정` : '수집할 곳 추가'}
      onSubmit={preview === null ? parts.onDryRun : parts.onSave}
      className="grid gap-4"
    >
      {groups
        .filter(({ isFolded }) => !isFolded)
        .map((group) => (
          <SourceFields key={`${way} ${group.title}`} group={group} {...shared} />
        ))}
      <FoldedFields
        isWrong={paths.some((path) => errorAt(errors, path) !== undefined)}
        title="다른 방식으로 읽기와 더 보기"
      >
        <Field label={WAY.label} hint={`${typeWords(way.split(':')[0] ?? '').about} ${WAY.hint}`}>
          <Select
            options={WAY.options ?? []}
            {...form.register('way', { onChange: () => form.unregister('list') })}
          />
        </Field>
        {folded.map((group) => (
          <SourceFields key={`${way} ${group.title}`} group={group} {...shared} isInside />
        ))}
      </FoldedFields>
      {preview && <PreviewOfSource preview={preview} takesFocus={preview !== known} />}
      <FormAlert problem={problem} />
      <FormButtons parts={parts} onCancel={onCancel} />
    </form>
  );
}

/** They stay in one row where the bar has two. */
const BUTTONS = 'flex flex-wrap justify-end gap-2';
const NOTHING = '지금은 가져올 것이 없습니다. 수정하거나, 그래도 저장할 수 있습니다.';

type FormButtonsProps = { parts: ReturnType<typeof useSourceForm>; onCancel: () => void };

/** The main button first previews, then saves what was previewed. */
function FormButtons({ parts, onCancel }: FormButtonsProps) {
  const { form, preview, isLooking, onDryRun } = parts;
  const { isSubmitting } = form.formState;
  if (preview === null) {
    return (
      <SaveBar status="저장하기 전에 무엇을 가져올지 미리 봅니다.">
        <div className={BUTTONS}>
          <Button onClick={onCancel}>취소</Button>
          <Button
            type="submit"
            variant="primary"
            pending={isSubmitting}
            icon={<FlaskConical size={16} />}
          >
            미리 보기
          </Button>
        </div>
      </SaveBar>
    );
  }
  return (
    <SaveBar
      status={preview.total === 0 ? NOTHING : '미리 본 내용이 맞으면 저장해 주세요.'}
      isWrong={preview.total === 0}
    >
      <div className={BUTTONS}>
        <Button onClick={onCancel}>취소</Button>
        <Button pending={isLooking} onClick={() => onDryRun()}>
          다시 미리 보기
        </Button>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          저장
        </Button>
      </div>
    </SaveBar>
  );
}
