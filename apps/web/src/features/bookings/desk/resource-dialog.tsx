import type { BookingResourceInput, EditedResource } from '@naru/contract/booking-desk';
import { SLOT_MINUTES } from '@naru/contract/booking-slots';
import { LIMITS } from '@naru/contract/limits';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { isEditConflict } from '../../../lib/api/editing.ts';
import { nestedMessage, type SchemaForm, useSchemaForm } from '../../../lib/forms.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateTimeInput, DayInput } from '../../../ui/date-inputs.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { controlClass, Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextInput } from '../../../ui/text-input.tsx';
import { WEEKDAYS } from '../booking-words.ts';
import { useSaveResource } from '../bookings.queries.ts';
import { type ResourceValues, resourceForm, valuesOf } from './resource-form.ts';

const FORM_ID = 'booking-resource-form';
const NAME_MAX = LIMITS.bookingNameMax * 2;
const SPANS = [
  { value: 'SLOTS', label: '시간 단위' },
  { value: 'DAYS', label: '하루 단위' },
  { value: 'TERM', label: '기간 전체 (한 학기 등)' },
];
const WAYS = [
  { value: 'FIRST', label: '먼저 예약한 사람' },
  { value: 'APPROVAL', label: '조교가 승인' },
  { value: 'LOTTERY', label: '추첨' },
];
const SLOTS = SLOT_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes}분` }));
/** Monday first. */
const DAY_ORDER = [1, 2, 3, 4, 5, 6, 0] as const;
const CONFLICT = '그사이 다른 사람이 이 자원을 바꾸었습니다. 창을 닫고 다시 열어 주세요.';
const PAIR = 'grid items-start gap-4 sm:grid-cols-2';

type ResourceDialogProps = {
  /** Undefined for a new one. */
  resource: EditedResource | undefined;
  onClose: () => void;
};

/** The form of a resource. */
export function ResourceDialog({ resource, onClose }: ResourceDialogProps) {
  const [saved] = useState(() => valuesOf(resource));
  const draft = `staff-booking-resource-${resource?.id ?? 'new'}`;
  const form = useSchemaForm(resourceForm, saved, { draft });
  const { register, watch } = form;
  const { errors, isSubmitting } = form.formState;
  const saving = useSaveResource();
  const submit = form.submit(
    async (body) => {
      try {
        await saving.mutateAsync({ former: resource, body });
      } catch (error) {
        if (!isEditConflict(error)) throw error;
        form.setProblem({ text: CONFLICT });
        return false;
      }
      onClose();
      return true;
    },
    { title: '자원을 저장하지 못했습니다.', text: TRY_LATER },
  );
  return (
    <Dialog
      open
      title={resource ? '자원 수정' : '자원 추가'}
      onClose={() => isSubmitting || onClose()}
      footer={
        <DialogButtons
          form={FORM_ID}
          confirmLabel={resource ? '저장' : '추가'}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <Field label="이름" required error={errors.name?.message}>
          <TextInput data-autofocus maxLength={NAME_MAX} {...register('name')} />
        </Field>
        <Field label="장소" error={errors.place?.message}>
          <TextInput maxLength={NAME_MAX} {...register('place')} />
        </Field>
        {resource && <Units form={form} />}
        <Field
          label={resource ? '추가할 자리나 물품' : '자리나 물품'}
          required={!resource}
          hint="한 줄에 하나씩 적습니다."
          error={nestedMessage(errors.units)}
        >
          <TextArea rows={resource ? 2 : 4} {...form.area('newUnits')} />
        </Field>
        <div className={PAIR}>
          <Field label="빌리는 단위" error={errors.span?.message}>
            <Select options={SPANS} {...register('span')} />
          </Field>
          <Field label="정하는 방법" error={errors.way?.message}>
            <Select
              options={watch('span') === 'TERM' ? WAYS : WAYS.slice(0, -1)}
              {...register('way')}
            />
          </Field>
        </div>
        {watch('span') === 'TERM' ? <Term form={form} /> : <Hours form={form} />}
        <Numbers form={form} />
        <p className="text-ink-3 text-sm">한도, 체크인, 제안은 비워 두면 쓰지 않습니다.</p>
        <Field label="안내" error={errors.note?.message}>
          <TextArea rows={2} maxLength={LIMITS.bookingNoteMax * 2} {...form.area('note')} />
        </Field>
        <Checkbox label="회원에게 보이기" {...register('isOpen')} />
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}

type PartProps = { form: SchemaForm<ResourceValues, BookingResourceInput> };

/** The units of a resource: their names, and whether each is in use. */
function Units({ form: { control, register } }: PartProps) {
  const { fields, remove } = useFieldArray({ control, name: 'units', keyName: 'key' });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-md">자리나 물품</legend>
      {fields.map(({ key, name }, at) => (
        <div key={key} className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <TextInput
              aria-label={`${at + 1}번째 이름`}
              maxLength={NAME_MAX}
              {...register(`units.${at}.name`)}
            />
          </div>
          <Checkbox
            label="중지"
            aria-label={`${name} 사용 중지`}
            {...register(`units.${at}.isOut`)}
          />
          <IconButton label={`${name} 삭제`} tooltip={false} onClick={() => remove(at)}>
            <Trash2 size={18} />
          </IconButton>
        </div>
      ))}
    </fieldset>
  );
}

function Term({ form: { watch, setValue, formState } }: PartProps) {
  const { errors } = formState;
  const day = (name: 'termStartsOn' | 'termEndsOn', label: string) => (
    <Field label={label} required error={errors[name]?.message}>
      <DayInput value={watch(name)} onDay={(value) => setValue(name, value)} />
    </Field>
  );
  return (
    <>
      <div className={PAIR}>
        {day('termStartsOn', '시작일')}
        {day('termEndsOn', '종료일')}
      </div>
      {watch('way') === 'LOTTERY' && (
        <Field
          label="신청 마감"
          required
          hint="마감하면 바로 추첨합니다. 기간이 끝나면 다음 기간을 정할 수 있습니다."
          error={errors.closesAt?.message}
        >
          <DateTimeInput value={watch('closesAt')} onTime={(time) => setValue('closesAt', time)} />
        </Field>
      )}
    </>
  );
}

/** When a resource is open on each day of the week; empty times: closed. */
function Hours({ form: { register, formState } }: PartProps) {
  const error = nestedMessage(formState.errors.hours);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-md">여는 시간</legend>
      <p className="text-ink-3 text-sm">비워 두면 그 요일에는 열지 않습니다.</p>
      {DAY_ORDER.map((day) => (
        <div key={day} className="flex items-center gap-2">
          <span className="w-6 font-semibold">{WEEKDAYS[day]}</span>
          {(['from', 'to'] as const).map((end) => (
            <input
              key={end}
              type="time"
              step={1800}
              aria-label={`${WEEKDAYS[day]}요일 ${end === 'from' ? '여는' : '닫는'} 시각`}
              className={controlClass('h-10 px-3 max-md:h-11')}
              {...register(`hours.${day}.${end}`)}
            />
          ))}
        </div>
      ))}
      {error && (
        <p role="alert" className="text-buoy text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** An empty one has no limit. */
const NUMBER = {
  setValueAs: (value: string | number | null) =>
    value === '' || value === null ? null : Number(value),
};

function Numbers({ form: { register, watch, formState } }: PartProps) {
  const span = watch('span');
  const isSlots = span === 'SLOTS';
  const numbers = [
    span !== 'TERM' && (['lengthMax', `한 번에 최대 ${isSlots ? '몇 칸' : '며칠'}`] as const),
    span !== 'TERM' && (['aheadDays', '며칠 뒤까지'] as const),
    isSlots && (['weeklyMinutes', '한 주 한도 (시간)'] as const),
    ['weeklyCount', '한 주 한도 (번)'] as const,
    isSlots && (['checkInMinutes', '체크인 (시작 뒤 몇 분 안)'] as const),
    ['offerMinutes', '대기자에게 제안 (몇 분)'] as const,
  ].filter((one) => one !== false);
  return (
    <div className={PAIR}>
      {isSlots && (
        <Field label="한 칸의 길이" error={formState.errors.slotMinutes?.message}>
          <Select options={SLOTS} {...register('slotMinutes', NUMBER)} />
        </Field>
      )}
      {numbers.map(([name, label]) => (
        <Field key={name} label={label} error={formState.errors[name]?.message}>
          <TextInput inputMode="numeric" maxLength={6} {...register(name, NUMBER)} />
        </Field>
      ))}
    </div>
  );
}
