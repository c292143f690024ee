import { type DocumentChange, NOTICE_DAYS, NOTICE_DAYS_MAX } from '@naru/contract/document-names';
import { Controller } from 'react-hook-form';
import { koreanDayAfter } from '../../lib/format/dates.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DayInput } from '../../ui/date-inputs.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { CHANGES } from './document-differences.ts';
import type { EditedDocument } from './document-form.queries.ts';
import type { useDocumentForm } from './use-document-form.ts';

/** Those that are possible now: what was announced may not hold at once, and only the first text is the first. */
function possibleChanges({ upcoming, history }: EditedDocument['page']) {
  const changes: DocumentChange[] = ['NORMAL', 'ADVERSE'];
  if (!upcoming) changes.push('MINOR');
  if (!upcoming && history.length === 1) changes.push('FIRST');
  return changes.map((value) => ({ value, label: CHANGES[value] }));
}

type ChangeFieldsProps = {
  page: EditedDocument['page'];
  form: ReturnType<typeof useDocumentForm>['form'];
};

/** How much changes, and from when it holds. */
export function ChangeFields({ page, form }: ChangeFieldsProps) {
  const { register, control, formState, watch } = form;
  const { errors } = formState;
  const change = watch('change') as DocumentChange;
  const days = NOTICE_DAYS[change];
  const choose = (next: DocumentChange) => {
    form.setValue('change', next, { shouldDirty: true });
    const first = koreanDayAfter(NOTICE_DAYS[next]);
    const [dayOfNext] = [first, form.getValues('effectiveOn') ?? ''].toSorted().slice(-1);
    form.setValue('effectiveOn', NOTICE_DAYS[next] === 0 ? null : (dayOfNext ?? first), {
      shouldDirty: true,
    });
    form.clearErrors(['change', 'effectiveOn']);
  };
  return (
    <>
      <Field label="변경의 종류" error={errors.change?.message} required>
        <Select
          value={change}
          options={possibleChanges(page)}
          onChange={({ target }) => choose(target.value as DocumentChange)}
        />
      </Field>
      {days > 0 && (
        <Field
          label="시행일"
          hint={`${koreanDayAfter(days)}부터 고를 수 있습니다. 그날 0시에 자동으로 시행됩니다.`}
          error={errors.effectiveOn?.message}
          required
        >
          <Controller
            name="effectiveOn"
            control={control}
            render={({ field: { value, onChange, ref } }) => (
              <DayInput
                ref={ref}
                value={value ?? ''}
                onDay={onChange}
                min={koreanDayAfter(days)}
                max={koreanDayAfter(NOTICE_DAYS_MAX)}
              />
            )}
          />
        </Field>
      )}
      {change === 'NORMAL' && (
        <Checkbox label="시행일에 회원에게 다시 동의를 받습니다." {...register('asksConsent')} />
      )}
    </>
  );
}
