import {
  type AcademicDateInput,
  academicDateBody,
  type EditedDate,
} from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES, ACADEMIC_KINDS } from '@naru/contract/academic-kinds';
import { LIMITS } from '@naru/contract/limits';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { isEditConflict } from '../../../lib/api/editing.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { DayInput } from '../../../ui/date-inputs.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { findDate, useSaveDate } from './calendar-editor.queries.ts';
import { type DateValues, differencesOf, valuesOf } from './date-values.ts';

const FORM_ID = 'academic-date-form';
const KINDS = ACADEMIC_KINDS.map((value) => ({ value, label: ACADEMIC_KIND_NAMES[value] }));

type DateFormDialogProps = {
  /** Undefined for a new date. */
  date: EditedDate | undefined;
  /** First day of a new date, until another day is chosen. */
  firstDay: string;
  onClose: () => void;
};

/** The form of an academic date. When somebody else saved it first, both versions are compared. */
export function DateFormDialog({ date, firstDay, onClose }: DateFormDialogProps) {
  const [former, setFormer] = useState(date);
  const [theirs, setTheirs] = useState<EditedDate | null>(null);
  const form = useSchemaForm(academicDateBody, valuesOf(date, firstDay), {
    draft: `academic-date-${date?.id ?? 'new'}`,
    draftOmits: ['startsOn', 'endsOn'],
  });
  const { register, control } = form;
  const { errors, isSubmitting } = form.formState;
  const saving = useSaveDate();

  const done = () => {
    onClose();
    toast.success(date ? '일정을 수정했습니다.' : '일정을 추가했습니다.');
  };
  /** After an edit conflict shows the stored version; rethrows other errors. */
  const compare = async (against: EditedDate | undefined, error: unknown) => {
    const stored = against && isEditConflict(error) ? await findDate(against) : null;
    if (stored === null) throw error;
    setTheirs(stored);
    return false;
  };
  const send = (against: EditedDate | undefined) =>
    form.submit(
      (body: AcademicDateInput) =>
        saving
          .mutateAsync({ former: against, body })
          .then(done, (error: unknown) => compare(against, error)),
      { title: '일정을 저장하지 못했습니다.', text: TRY_LATER },
    );

  const keepMine = (stored: EditedDate) => {
    setFormer(stored);
    setTheirs(null);
    send(stored)();
  };
  const takeTheirs = (stored: EditedDate) => {
    setFormer(stored);
    setTheirs(null);
    form.reset(valuesOf(stored, firstDay));
    form.endDraft();
  };

  return (
    <Dialog
      open
      onClose={() => isSubmitting || onClose()}
      title={date ? '일정 수정' : '일정 추가'}
      footer={
        <DialogButtons
          form={FORM_ID}
          confirmLabel={date ? '저장' : '추가'}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
          disabled={theirs !== null}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={send(former)} className="grid gap-4 pt-1">
        <Field label="일정 이름" required error={errors.title?.message}>
          <TextInput
            data-autofocus
            maxLength={LIMITS.academicTitleMax * 2}
            {...register('title')}
          />
        </Field>
        <Field label="종류" required error={errors.kind?.message}>
          <Select options={KINDS} {...register('kind')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            name="startsOn"
            control={control}
            render={({ field }) => (
              <Field label="시작일" required error={errors.startsOn?.message}>
                <DayInput
                  ref={field.ref}
                  value={field.value}
                  onDay={(day) => {
                    // Until another end is chosen it follows the start: a date of one day.
                    if (form.getValues('endsOn') <= field.value) form.setValue('endsOn', day);
                    field.onChange(day);
                  }}
                />
              </Field>
            )}
          />
          <Controller
            name="endsOn"
            control={control}
            render={({ field }) => (
              <Field label="종료일" required error={errors.endsOn?.message}>
                <DayInput ref={field.ref} value={field.value} onDay={field.onChange} />
              </Field>
            )}
          />
        </div>
        <Field label="설명" error={errors.note?.message}>
          <TextArea maxLength={LIMITS.academicNoteMax * 2} {...form.area('note')} />
        </Field>
        <Field
          label="링크"
          hint="자세한 안내가 있는 페이지의 주소"
          error={errors.targetUrl?.message}
        >
          <TextInput inputMode="url" maxLength={LIMITS.linkMax} {...register('targetUrl')} />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
      {theirs && (
        <EditConflict
          differences={differencesOf(theirs, form.getValues() as DateValues)}
          pending={saving.isPending}
          onKeepMine={() => keepMine(theirs)}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
    </Dialog>
  );
}
