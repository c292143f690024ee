import { type AdminUser, suspensionBody } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { Controller } from 'react-hook-form';
import { formatDay, koreanDayAfter } from '../../lib/format/dates.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { DayInput } from '../../ui/date-inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useLift, useSuspend } from './people.queries.ts';

const SPANS = [
  [1, '1일'],
  [7, '7일'],
  [30, '30일'],
  [365, '1년'],
] as const;

type Member = Pick<AdminUser, 'id' | 'nickname'> &
  Partial<Pick<AdminUser, 'suspendedUntil' | 'suspendedReason'>>;

export function SuspendDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const suspend = useSuspend();
  const lift = useLift();
  const form = useSchemaForm(
    suspensionBody,
    { until: '', reason: '' },
    { draft: `staff-suspension-${member.id}`, draftOmits: ['until'] },
  );
  const { control, formState, setValue, watch } = form;
  const { errors, isSubmitted, isSubmitting } = formState;
  const isPending = isSubmitting || lift.isPending;
  const [until, reason] = watch(['until', 'reason']);

  const submit = form.submit(
    async (body) => {
      toast.success((await suspend.mutateAsync({ id: member.id, ...body })).message);
      onClose();
    },
    { title: '이용을 정지하지 못했습니다.' },
  );

  async function liftSuspension() {
    const title = '이용 정지를 해제할까요?';
    const body = '바로 다시 로그인할 수 있습니다.';
    if (!(await confirmDialog({ title, body, confirmLabel: '정지 해제' }))) return;
    try {
      toast.success((await lift.mutateAsync(member.id)).message);
      onClose();
    } catch (error) {
      await alertFailure('정지를 해제하지 못했습니다.', error);
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={`${member.nickname} 님 이용 정지`}
      dismissable={!isPending}
      onClose={onClose}
      footer={
        <>
          {member.suspendedUntil ? (
            <Button disabled={isPending} onClick={() => void liftSuspension()}>
              정지 해제
            </Button>
          ) : (
            <Button disabled={isPending} onClick={form.cancel(onClose)}>
              취소
            </Button>
          )}
          <Button variant="danger" pending={isSubmitting} onClick={submit}>
            이용 정지
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {member.suspendedUntil && (
          <p className="rounded-ctl bg-buoy-weak px-4 py-3 text-buoy text-md">
            {formatDay(member.suspendedUntil)}까지 정지되어 있습니다.
            {member.suspendedReason && <bdi className="block">{member.suspendedReason}</bdi>}
          </p>
        )}
        <p className="text-ink-2">
          정지하면 바로 모든 기기에서 로그아웃되고, 회원에게 이메일로 알립니다.
        </p>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 font-semibold text-ink-2 text-md">정지 기간</legend>
          {SPANS.map(([days, label], index) => (
            <Button
              key={days}
              data-autofocus={index === 0 ? '' : undefined}
              size="sm"
              aria-pressed={until === koreanDayAfter(days)}
              className="aria-pressed:border-sea aria-pressed:bg-sea-weak aria-pressed:text-sea"
              onClick={() =>
                setValue('until', koreanDayAfter(days), { shouldValidate: isSubmitted })
              }
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <Field
          label="정지 종료일"
          hint="그날 밤 12시까지 로그인할 수 없습니다. (한국 시간)"
          required
          error={errors.until?.message}
        >
          <Controller
            name="until"
            control={control}
            render={({ field }) => (
              <DayInput
                ref={field.ref}
                value={field.value}
                min={koreanDayAfter(0)}
                max={koreanDayAfter(LIMITS.suspensionDays)}
                onDay={field.onChange}
              />
            )}
          />
        </Field>
        <Field
          label="사유"
          hint="회원이 로그인하려 하면 이 사유를 보게 됩니다."
          required
          error={errors.reason?.message}
          counter={{ count: countGraphemes(reason.trim()), max: LIMITS.reasonMax }}
        >
          <TextArea rows={2} {...form.area('reason')} />
        </Field>
        <FormAlert problem={form.problem} />
      </div>
    </Dialog>
  );
}
