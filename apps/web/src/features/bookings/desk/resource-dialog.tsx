import { bookingResourceBody, type EditedResource } from '@naru/contract/booking-desk';
import { SLOT_MINUTES } from '@naru/contract/booking-slots';
import { LIMITS } from '@naru/contract/limits';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import { isEditConflict } from '../../../lib/api/editing.ts';
import { useTypedDraft } from '../../../lib/typed-draft.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateTimeInput, DayInput } from '../../../ui/date-inputs.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveResource } from './desk.queries.ts';
import { HoursFields } from './hours-fields.tsx';
import { NumberField } from './number-field.tsx';
import { bodyOf, type ResourceValues, valuesOf } from './resource-values.ts';
import { UnitFields } from './unit-fields.tsx';

const FORM_ID = 'booking-resource-form';
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
const CONFLICT = '그사이 다른 사람이 이 자원을 바꾸었습니다. 창을 닫고 다시 열어 주세요.';

type Errors = Partial<Record<string, string>>;

type ResourceDialogProps = {
  /** Undefined for a new one. */
  resource: EditedResource | undefined;
  onClose: () => void;
};

/** Names the first error of each field. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}

/** The form of a resource. */
export function ResourceDialog({ resource, onClose }: ResourceDialogProps) {
  const [saved] = useState(() => valuesOf(resource));
  const [values, setValues] = useState(saved);
  const { draftOf, end } = useTypedDraft({
    name: `staff-booking-resource-${resource?.id ?? 'new'}`,
    saved,
    typed: values,
    show: setValues,
  });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useSaveResource();
  const set = <K extends keyof ResourceValues>(name: K, value: ResourceValues[K]) =>
    setValues((before) => ({ ...before, [name]: value }));

  const fail = (error: unknown) => {
    if (error instanceof ApiError) {
      setErrors(
        errorsOf((error.errors ?? []).map(({ field, message }) => ({ path: [field], message }))),
      );
    }
    setProblem(isEditConflict(error) ? CONFLICT : messageOf(error, TRY_LATER));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = bookingResourceBody.safeParse(bodyOf(values));
    setErrors(errorsOf(parsed.error?.issues ?? []));
    setProblem(parsed.success ? null : '표시된 곳을 다시 입력해 주세요.');
    if (!parsed.success) return;
    saving.mutate(
      { former: resource, body: parsed.data },
      {
        onSuccess: () => {
          end();
          onClose();
          toast.success(resource ? '자원을 수정했습니다.' : '자원을 추가했습니다.');
        },
        onError: fail,
      },
    );
  };
  const parts = { values, errors, set };
  return (
    <Dialog
      open
      title={resource ? '자원 수정' : '자원 추가'}
      onClose={() => saving.isPending || onClose()}
      footer={
        <DialogButtons
          form={FORM_ID}
          confirmLabel={resource ? '저장' : '추가'}
          onCancel={onClose}
          pending={saving.isPending}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={onSubmit} className="grid gap-4 pt-1">
        <Field label="이름" required error={errors.name}>
          <TextInput
            data-autofocus
            maxLength={LIMITS.bookingNameMax * 2}
            value={values.name}
            onText={(text) => set('name', text)}
          />
        </Field>
        <Field label="장소" error={errors.place}>
          <TextInput
            maxLength={LIMITS.bookingNameMax * 2}
            value={values.place}
            onText={(text) => set('place', text)}
          />
        </Field>
        {resource && <UnitFields units={values.units} onUnits={(units) => set('units', units)} />}
        <Field
          label={resource ? '추가할 자리나 물품' : '자리나 물품'}
          required={!resource}
          hint="한 줄에 하나씩 적습니다."
          error={errors.units}
        >
          <TextArea
            rows={resource ? 2 : 4}
            draft={draftOf('newUnits')}
            value={values.newUnits}
            onText={(text) => set('newUnits', text)}
          />
        </Field>
        <Kind {...parts} />
        {values.span === 'TERM' ? <Term {...parts} /> : <Times {...parts} />}
        <Limits {...parts} />
        <Field label="안내" error={errors.note}>
          <TextArea
            rows={2}
            draft={draftOf('note')}
            maxLength={LIMITS.bookingNoteMax * 2}
            value={values.note}
            onText={(text) => set('note', text)}
          />
        </Field>
        <Checkbox
          label="회원에게 보이기"
          checked={values.isOpen}
          onChange={({ target }) => set('isOpen', target.checked)}
        />
        <FormAlert problem={problem === null ? null : { text: problem }} />
      </form>
    </Dialog>
  );
}

type PartProps = {
  values: ResourceValues;
  errors: Errors;
  set: <K extends keyof ResourceValues>(name: K, value: ResourceValues[K]) => void;
};

const PAIR = 'grid gap-4 sm:grid-cols-2';

function Kind({ values, errors, set }: PartProps) {
  return (
    <div className={PAIR}>
      <Field label="빌리는 단위" error={errors.span}>
        <Select
          options={SPANS}
          value={values.span}
          onChange={({ target }) => set('span', target.value as ResourceValues['span'])}
        />
      </Field>
      <Field label="정하는 방법" error={errors.way}>
        <Select
          options={WAYS.map((way) => ({
            ...way,
            disabled: way.value === 'LOTTERY' && values.span !== 'TERM',
          }))}
          value={values.way}
          onChange={({ target }) => set('way', target.value as ResourceValues['way'])}
        />
      </Field>
    </div>
  );
}

function Term({ values, errors, set }: PartProps) {
  return (
    <>
      <div className={PAIR}>
        <Field label="시작일" required error={errors.termStartsOn}>
          <DayInput value={values.termStartsOn} onDay={(day) => set('termStartsOn', day)} />
        </Field>
        <Field label="종료일" required error={errors.termEndsOn}>
          <DayInput value={values.termEndsOn} onDay={(day) => set('termEndsOn', day)} />
        </Field>
      </div>
      {values.way === 'LOTTERY' && (
        <Field
          label="신청 마감"
          required
          hint="마감하면 바로 추첨합니다. 기간이 끝나면 다음 기간을 정할 수 있습니다."
          error={errors.closesAt}
        >
          <DateTimeInput value={values.closesAt} onTime={(time) => set('closesAt', time)} />
        </Field>
      )}
    </>
  );
}

function Times({ values, errors, set }: PartProps) {
  const isSlots = values.span === 'SLOTS';
  return (
    <>
      <div className={PAIR}>
        {isSlots && (
          <Field label="한 칸의 길이" error={errors.slotMinutes}>
            <Select
              options={SLOTS}
              value={values.slotMinutes}
              onChange={({ target }) => set('slotMinutes', target.value)}
            />
          </Field>
        )}
        <NumberField
          label={isSlots ? '한 번에 최대 몇 칸' : '한 번에 최대 며칠'}
          error={errors.lengthMax}
          value={values.lengthMax}
          onText={(text) => set('lengthMax', text)}
        />
        <NumberField
          label="며칠 뒤까지"
          error={errors.aheadDays}
          value={values.aheadDays}
          onText={(text) => set('aheadDays', text)}
        />
      </div>
      <HoursFields
        hours={values.hours}
        error={errors.hours}
        onHours={(hours) => set('hours', hours)}
      />
    </>
  );
}

function Limits({ values, errors, set }: PartProps) {
  const isSlots = values.span === 'SLOTS';
  return (
    <div className={PAIR}>
      {isSlots && (
        <NumberField
          label="한 주 한도 (시간)"
          error={errors.weeklyMinutes}
          value={values.weeklyHours}
          onText={(text) => set('weeklyHours', text)}
        />
      )}
      <NumberField
        label="한 주 한도 (번)"
        error={errors.weeklyCount}
        value={values.weeklyCount}
        onText={(text) => set('weeklyCount', text)}
      />
      {isSlots && (
        <NumberField
          label="체크인 (시작 뒤 몇 분 안)"
          error={errors.checkInMinutes}
          value={values.checkInMinutes}
          onText={(text) => set('checkInMinutes', text)}
        />
      )}
      <NumberField
        label="대기자에게 제안 (몇 분)"
        error={errors.offerMinutes}
        value={values.offerMinutes}
        onText={(text) => set('offerMinutes', text)}
      />
    </div>
  );
}
