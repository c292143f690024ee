import { bookingClosureBody } from '@naru/contract/booking-desk';
import type { BookingClosure } from '@naru/contract/bookings';
import { LIMITS } from '@naru/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Plus, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Controller } from 'react-hook-form';
import { messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import { clockNow, subscribeClock } from '../../../lib/clock.ts';
import { koreanDay } from '../../../lib/format/dates.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConsoleIntro } from '../../../ui/console.tsx';
import { DayInput } from '../../../ui/date-inputs.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { dayLabel } from '../booking-words.ts';
import { closuresQuery, editedQuery, useClose, useReopen } from './desk.queries.ts';

const FORM_ID = 'booking-closure-form';
const ALL = '모든 자원';

function useNames(): (id: number | null) => string {
  const { data = [] } = useQuery(editedQuery);
  return (id) => data.find((resource) => resource.id === id)?.name ?? ALL;
}

/** Days without bookings. */
export function Closures() {
  const query = useQuery(closuresQuery);
  const { data } = query;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="쉬는 날에는 예약을 받지 않습니다. 그날의 예약은 취소하고 회원에게 알립니다. 기간 전체를 빌리는 자원은 그대로입니다.">
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setIsAdding(true)}>
          쉬는 날 추가
        </Button>
      </ConsoleIntro>
      <Card as="section" aria-label="쉬는 날" className="overflow-hidden">
        {!data && <LoadState query={query} failed="쉬는 날을 불러오지 못했습니다." rows={3} />}
        {data?.length === 0 && (
          <EmptyState icon={<CalendarX size={22} />} title="정한 쉬는 날이 없습니다." />
        )}
        <ul>
          {data?.map((closure) => (
            <ClosureRow key={closure.id} closure={closure} />
          ))}
        </ul>
      </Card>
      {isAdding && <ClosureDialog onClose={() => setIsAdding(false)} />}
    </div>
  );
}

function ClosureRow({ closure }: { closure: BookingClosure }) {
  const nameOf = useNames();
  const reopen = useReopen();
  const { id, resourceId, startsOn, endsOn, reason } = closure;
  const days =
    startsOn === endsOn ? dayLabel(startsOn) : `${dayLabel(startsOn)}–${dayLabel(endsOn)}`;
  const onDelete = () =>
    reopen.mutate(id, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    });
  return (
    <li className="flex items-center gap-3 border-line border-t py-2 pr-2 pl-5 first:border-t-0 max-md:pl-4">
      <div className="grid min-w-0 flex-1">
        <span className="font-semibold tabular-nums">{days}</span>
        <span className="text-ink-3 text-sm [overflow-wrap:anywhere]">
          {nameOf(resourceId)} · {reason}
        </span>
      </div>
      <IconButton
        label={`${days} 쉬는 날 삭제`}
        tooltip={false}
        disabled={reopen.isPending}
        onClick={onDelete}
      >
        <Trash2 size={18} />
      </IconButton>
    </li>
  );
}

function ClosureDialog({ onClose }: { onClose: () => void }) {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  const { data: resources = [] } = useQuery(editedQuery);
  const close = useClose();
  const form = useSchemaForm(bookingClosureBody, {
    resourceId: null,
    startsOn: today,
    endsOn: today,
    reason: '',
  });
  const { errors, isSubmitting } = form.formState;
  const { control } = form;
  const submit = form.submit(
    async (body) => {
      const { cancelled } = await close.mutateAsync(body);
      onClose();
      toast.success(
        cancelled > 0
          ? `쉬는 날을 추가하고 예약 ${cancelled}건을 취소했습니다.`
          : '쉬는 날을 추가했습니다.',
      );
    },
    { title: '쉬는 날을 추가하지 못했습니다.', text: TRY_LATER },
  );
  return (
    <Dialog
      open
      title="쉬는 날 추가"
      onClose={() => isSubmitting || onClose()}
      footer={
        <DialogButtons
          form={FORM_ID}
          confirmLabel="추가"
          onCancel={onClose}
          pending={isSubmitting}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <Controller
          name="resourceId"
          control={control}
          render={({ field }) => (
            <Field label="자원" error={errors.resourceId?.message}>
              <Select
                options={resources.map(({ id, name }) => ({ value: String(id), label: name }))}
                placeholder={ALL}
                value={field.value === null ? '' : String(field.value)}
                onChange={({ target }) =>
                  field.onChange(target.value ? Number(target.value) : null)
                }
              />
            </Field>
          )}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {(['startsOn', 'endsOn'] as const).map((name) => (
            <Controller
              key={name}
              name={name}
              control={control}
              render={({ field }) => (
                <Field
                  label={name === 'startsOn' ? '시작일' : '종료일'}
                  required
                  error={errors[name]?.message}
                >
                  <DayInput ref={field.ref} value={field.value} onDay={field.onChange} />
                </Field>
              )}
            />
          ))}
        </div>
        <Field label="사유" required error={errors.reason?.message}>
          <TextInput maxLength={LIMITS.reasonMax * 2} {...form.register('reason')} />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
