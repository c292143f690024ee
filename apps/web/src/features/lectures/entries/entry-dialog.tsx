import { LIMITS } from '@naru/contract/limits';
import { type PrivateEntry, privateEntryBody } from '@naru/contract/private-entries';
import { DONE, TEXTS } from '@naru/contract/texts';
import { DAYS, type Term, THEME_PALETTE } from '@naru/contract/timetable';
import { Trash2 } from 'lucide-react';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/api/api-error.ts';
import { nestedMessage, useSchemaForm } from '../../../lib/forms.ts';
import { useFormDraft } from '../../../lib/forms-draft.ts';
import { useStoredDraft } from '../../../lib/use-stored-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ColorField } from '../form/color-field.tsx';
import { slotTimes, toTimes, typedColor } from '../form/lecture-form.ts';
import { SlotFields } from '../form/slot-fields.tsx';
import { useDeleteEntry, useSaveEntry } from '../lectures.mutations.ts';
import { confirmRemoval } from '../use-remove-lecture.ts';

const entryForm = z.extend(privateEntryBody, {
  themeColor: typedColor(privateEntryBody.shape.themeColor),
  times: slotTimes(privateEntryBody.shape.times),
});
type EntryForm = z.input<typeof entryForm>;

const entryText = z.object({
  title: z.string(),
  place: z.string(),
  themeColor: z.string(),
  times: z.array(
    z.object({
      dow: z.enum(DAYS),
      startTime: z.number(),
      endTime: z.number(),
      startMinute: z.optional(z.number()),
      endMinute: z.optional(z.number()),
    }),
  ),
});

/** Whether a draft is one of this form. */
const isEntryText = (value: unknown): value is z.infer<typeof entryText> =>
  z.safeParse(entryText, value).success;

/** Initial values. */
function entryValues(entry: PrivateEntry | undefined, term: Term): EntryForm {
  const { year, semester } = entry ?? term;
  return {
    title: entry?.title ?? '',
    place: entry?.place ?? '',
    times: entry?.schedules ?? [{ dow: 'MONDAY', startTime: 18, endTime: 20 }],
    themeColor: entry?.themeColor ?? THEME_PALETTE[5],
    year,
    semester,
  };
}

type EntryDialogProps = {
  /** Undefined for a new one. */
  entry: PrivateEntry | undefined;
  term: Term;
  /** Of the plan that it belongs to, not to the timetable. */
  planId?: number | undefined;
  onClose: () => void;
};

const FORM_ID = 'entry-form';

/** The form of a private entry, which only its owner ever sees. */
export function EntryDialog({ entry, term, planId, ...props }: EntryDialogProps) {
  const { key, typed } = useFormDraft(
    entry === undefined ? `entry-${planId ?? 'own'}` : null,
    isEntryText,
  );
  const form = useSchemaForm(entryForm, { ...entryValues(entry, term), ...typed });
  const { register, control } = form;
  const [title, place, themeColor, times] = form.watch(['title', 'place', 'themeColor', 'times']);
  const isBlank = `${title}${place}`.trim() === '';
  const draft = useStoredDraft(key, isBlank ? null : { title, place, themeColor, times });
  const { errors, isSubmitting } = form.formState;
  const saving = useSaveEntry(entry?.id ?? null, planId);
  const deleting = useDeleteEntry(planId);

  function onClose(): void {
    draft.end();
    props.onClose();
  }

  const submit = form.submit(async ({ times, ...values }) => {
    await saving.mutateAsync({ ...values, times: toTimes(times) });
    onClose();
    toast.success(entry ? DONE.entrySaved : DONE.entryAdded);
  });

  async function remove(known: PrivateEntry): Promise<void> {
    const isGone = await confirmRemoval({
      title: '개인 일정을 삭제할까요?',
      body: `‘${known.title}’ 일정의 모든 시간이 ${planId === undefined ? '시간표' : '계획'}에서 빠집니다.`,
      confirmLabel: '삭제',
      run: () => deleting.mutateAsync(known.id),
      done: DONE.entryRemoved,
      failed: '개인 일정을 삭제하지 못했습니다. 다시 시도해 주세요.',
    });
    if (isGone) onClose();
  }

  const inTheWay = saving.error instanceof ApiError ? (saving.error.conflicts ?? []) : [];
  return (
    <Dialog
      open
      onClose={() => isSubmitting || onClose()}
      title={entry ? '개인 일정 수정' : '개인 일정 추가'}
      footer={
        <>
          {entry && (
            <Button
              variant="ghost"
              icon={<Trash2 size={16} />}
              className="mr-auto"
              onClick={() => void remove(entry)}
            >
              삭제
            </Button>
          )}
          <Button onClick={onClose}>취소</Button>
          <Button variant="primary" type="submit" form={FORM_ID} pending={isSubmitting}>
            {entry ? '저장' : '추가'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <p className="rounded-ctl bg-deck px-3.5 py-3 text-ink-2 text-md">
          {planId === undefined
            ? '아르바이트나 동아리처럼 혼자 볼 일정입니다. 이름과 장소는 다른 회원에게 보이지 않습니다.'
            : '이 계획에만 들어가는 일정입니다. 내 시간표는 바뀌지 않습니다.'}
        </p>
        <Field label="이름" required error={errors.title?.message}>
          <TextInput data-autofocus maxLength={LIMITS.entryTextMax * 2} {...register('title')} />
        </Field>
        <Field label="장소" error={errors.place?.message}>
          <TextInput maxLength={LIMITS.entryTextMax * 2} {...register('place')} />
        </Field>
        <Controller
          name="times"
          control={control}
          render={({ field }) => (
            <SlotFields
              ref={field.ref}
              legend="시간"
              max={LIMITS.entryTimesMax}
              none={TEXTS.entryTimesRequired}
              slots={field.value}
              error={nestedMessage(errors.times)}
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
        {form.problem && inTheWay.length > 0 && (
          <p className="text-ink-2 text-md">
            겹치는 것: {inTheWay.map(({ title }) => title).join(', ')}
          </p>
        )}
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
