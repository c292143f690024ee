import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { scheduleHours, type Term, termName } from '@naru/contract/timetable';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useHasRole } from '../../../entities/member/me.ts';
import { nestedMessage, type SchemaForm } from '../../../lib/forms.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextInput } from '../../../ui/text-input.tsx';
import { GRADE_OPTIONS, termKey, termOf } from '../terms.ts';
import { ColorField } from './color-field.tsx';
import type { LectureForm, LectureResult } from './lecture-form.ts';
import { type Professor, ProfessorField } from './professor-field.tsx';
import { SlotFields } from './slot-fields.tsx';

type LectureFieldsProps = {
  form: SchemaForm<LectureForm, LectureResult>;
  professor: Professor | null;
};

/** The terms of last, this and next year, and the chosen one. */
function termOptions(chosen: number) {
  const now = new Date().getFullYear();
  const years = [...new Set([now + 1, now, now - 1, chosen])].sort((a, b) => b - a);
  return years
    .flatMap((year) => ([2, 1] as const).map((semester) => ({ year, semester })))
    .map((term) => ({ value: termKey(term), label: termName(term) }));
}

function creditOptions(hours: number) {
  const given = Array.from({ length: LIMITS.creditMax + 1 }, (_, credit) => ({
    value: String(credit),
    label: `${credit}학점`,
  }));
  return [{ value: '', label: `시간대로 (${hours}학점)` }, ...given];
}

export function LectureFields({ form, professor }: LectureFieldsProps) {
  const { register, control, setValue, watch } = form;
  const { errors } = form.formState;
  const isStaff = useHasRole('MANAGER');
  const [owner, setOwner] = useState(professor);
  const { title, year, semester, intro, lectureTimes, membersOnly } = watch();
  const term: Term = { year: year ?? new Date().getFullYear(), semester };
  return (
    <>
      <Field
        label="강의명"
        required
        error={errors.title?.message}
        counter={{ count: countGraphemes(title.trim()), max: LIMITS.titleMax }}
      >
        <TextInput data-autofocus {...register('title')} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-2">
        <Field label="학년" required error={errors.grade?.message}>
          <Select
            placeholder="선택"
            options={GRADE_OPTIONS}
            {...register('grade', {
              setValueAs: (text: string) => (text ? Number(text) : undefined),
            })}
          />
        </Field>
        <Field label="학기" required error={errors.semester?.message ?? errors.year?.message}>
          <Select
            value={termKey(term)}
            options={termOptions(term.year)}
            onChange={({ target }) => {
              const chosen = termOf(target.value);
              setValue('year', chosen.year, { shouldDirty: true });
              setValue('semester', chosen.semester, { shouldDirty: true });
            }}
          />
        </Field>
      </div>
      <Controller
        name="lectureTimes"
        control={control}
        render={({ field }) => (
          <SlotFields
            ref={field.ref}
            slots={field.value}
            error={nestedMessage(errors.lectureTimes)}
            onSlots={field.onChange}
          />
        )}
      />
      <Controller
        name="themeColor"
        control={control}
        render={({ field }) => (
          <ColorField
            ref={field.ref}
            value={field.value}
            error={errors.themeColor?.message}
            onValue={field.onChange}
          />
        )}
      />
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1 max-md:gap-4">
        <Field label="교수 이름" error={errors.professorName?.message}>
          <TextInput {...register('professorName')} />
        </Field>
        <Field label="강의실" error={errors.room?.message}>
          <TextInput {...register('room')} />
        </Field>
      </div>
      {isStaff && (
        <ProfessorField
          professor={owner}
          error={errors.professorId?.message}
          onProfessor={(next) => {
            setOwner(next);
            setValue('professorId', next?.id ?? null, { shouldDirty: true });
          }}
        />
      )}
      <Field label="학점" error={errors.credit?.message}>
        <Select
          options={creditOptions(scheduleHours(lectureTimes))}
          {...register('credit', {
            setValueAs: (text: string) => (text === '' ? null : Number(text)),
          })}
        />
      </Field>
      <Field
        label="강의 소개"
        error={errors.intro?.message}
        counter={{ count: countGraphemes(intro?.trim() ?? ''), max: LIMITS.introMax }}
      >
        <TextArea rows={3} {...form.area('intro')} />
      </Field>
      <Checkbox
        label="입장 코드를 아는 회원만 게시판을 볼 수 있습니다."
        {...register('membersOnly')}
      />
      {membersOnly && (
        <Field
          label="입장 코드"
          required
          hint="수업에서 알려 주세요. 이 코드를 넣은 회원만 시간표에 추가하고 게시판을 볼 수 있습니다."
          error={errors.entryCode?.message}
        >
          <TextInput
            autoComplete="off"
            {...register('entryCode', {
              setValueAs: (text: string | null) => text?.trim() || null,
            })}
          />
        </Field>
      )}
    </>
  );
}
