import { bookingClosureBody } from '@naru/contract/booking-desk';
import { LIMITS } from '@naru/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Plus, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { clockNow, subscribeClock } from '../../../lib/clock.ts';
import { koreanDay } from '../../../lib/format/dates.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { ConsoleIntro } from '../../../ui/console.tsx';
import { DayInput } from '../../../ui/date-inputs.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { daysLabel } from '../booking-words.ts';
import { closuresQuery, editedQuery, useClose, useReopen } from '../bookings.queries.ts';

const FORM_ID = 'booking-closure-form';
const ALL = '모든 자원';

/** Days without bookings. */
export function Closures() {
  const { data: resources = [] } = useQuery(editedQuery);
  const [isAdding, setIsAdding] = useState(false);
  const reopen = useReopen();
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="쉬는 날에는 예약을 받지 않습니다. 그날의 예약은 취소하고 회원에게 알립니다. 기간 전체를 빌리는 자원은 그대로입니다.">
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setIsAdding(true)}>
          쉬는 날 추가
        </Button>
      </ConsoleIntro>
      <LoadedList
        label="쉬는 날"
        query={useQuery(closuresQuery)}
        failed="쉬는 날을 불러오지 못했습니다."
        empty={{ icon: <CalendarX size={22} />, title: '정한 쉬는 날이 없습니다.' }}
      >
        {({ id, resourceId, startsOn, endsOn, reason }) => (
          <div className="flex items-center gap-3 py-2 pr-2 pl-5 max-md:pl-4">
            <div className="grid min-w-0 flex-1">
              <span className="font-semibold tabular-nums">{daysLabel(startsOn, endsOn)}</span>
              <span className="text-ink-3 text-sm [overflow-wrap:anywhere]">
                {resources.find((resource) => resource.id === resourceId)?.name ?? ALL} · {reason}
              </span>
            </div>
            <IconButton
              label={`${daysLabel(startsOn, endsOn)} 쉬는 날 삭제`}
              tooltip={false}
              disabled={reopen.isPending}
              onClick={() => reopen.mutate(id)}
            >
              <Trash2 size={18} />
            </IconButton>
          </div>
        )}
      </LoadedList>
      {isAdding && <ClosureDialog onClose={() => setIsAdding(false)} />}
    </div>
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
  const submit = form.submit(
    async (body) => {
      await close.mutateAsync(body);
      onClose();
    },
    { title: '쉬는 날을 추가하지 못했습니다.', text: TRY_LATER },
  );
  const day = (name: 'startsOn' | 'endsOn', label: string) => (
    <Field label={label} required error={errors[name]?.message}>
      <DayInput value={form.watch(name)} onDay={(value) => form.setValue(name, value)} />
    </Field>
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
        <Field label="자원" error={errors.resourceId?.message}>
          <Select
            options={resources.map(({ id, name }) => ({ value: String(id), label: name }))}
            placeholder={ALL}
            {...form.register('resourceId', { setValueAs: (id) => (id ? Number(id) : null) })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          {day('startsOn', '시작일')}
          {day('endsOn', '종료일')}
        </div>
        <Field label="사유" required error={errors.reason?.message}>
          <TextInput maxLength={LIMITS.reasonMax * 2} {...form.register('reason')} />
        </Field>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
