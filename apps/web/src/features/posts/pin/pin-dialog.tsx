import { LIMITS } from '@naru/contract/limits';
import { type PostDetail, pinBody } from '@naru/contract/posts';
import { Controller } from 'react-hook-form';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { koreanDayAfter } from '../../../lib/format/dates.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { DayInput } from '../../../ui/date-inputs.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { toast } from '../../../ui/toast.ts';
import { usePin } from './use-pin.ts';

const SPANS = [
  [3, '3일'],
  [7, '1주일'],
  [14, '2주일'],
  [30, '30일'],
] as const;

/** Asks for the last day of a pin. */
export function PinDialog({ post, onClose }: { post: PostDetail; onClose: () => void }) {
  const pin = usePin(post.id);
  // The pin ends at the midnight after its last day.
  const last = post.pinnedUntil && koreanDayAfter(-1, Date.parse(post.pinnedUntil));
  const form = useSchemaForm(pinBody, { until: last || koreanDayAfter(7) });
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const until = form.watch('until');
  const submit = form.submit(
    async (body) => {
      const { message } = await pin.mutateAsync(body.until);
      toast.success(message);
      onClose();
    },
    { title: '글을 고정하지 못했습니다.', text: TRY_LATER },
  );
  return (
    <Dialog
      open
      size="sm"
      title={post.pinned ? '고정 기간 바꾸기' : '목록 맨 위에 고정'}
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel={post.pinned ? '저장' : '고정'}
          onConfirm={submit}
          onCancel={onClose}
          pending={isSubmitting}
        />
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          게시판과 홈에서 맨 위에 보입니다. 종료일이 지나면 자동으로 제자리로 돌아갑니다.
        </p>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 font-semibold text-ink-2 text-md">고정 기간</legend>
          {SPANS.map(([days, label]) => (
            <Button
              key={days}
              size="sm"
              aria-pressed={until === koreanDayAfter(days)}
              className="aria-pressed:border-sea aria-pressed:bg-sea-weak aria-pressed:text-sea"
              onClick={() =>
                form.setValue('until', koreanDayAfter(days), { shouldValidate: isSubmitted })
              }
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <Field
          label="고정 종료일"
          hint="그날 밤 12시까지 고정합니다. (한국 시간)"
          required
          error={errors.until?.message}
        >
          <Controller
            name="until"
            control={form.control}
            render={({ field }) => (
              <DayInput
                ref={field.ref}
                value={field.value}
                min={koreanDayAfter(0)}
                max={koreanDayAfter(LIMITS.pinDays)}
                onDay={field.onChange}
              />
            )}
          />
        </Field>
        <FormAlert problem={form.problem} />
      </div>
    </Dialog>
  );
}
