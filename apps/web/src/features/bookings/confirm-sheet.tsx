import type { BookingDetail, BookingResource } from '@naru/contract/bookings';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { periodLabel, unitLabel } from './booking-words.ts';
import { useBook } from './bookings.queries.ts';

export type Choice = {
  startsAt: string;
  /** Where it may end, the shortest first. */
  ends: readonly { endsAt: string; label: string }[];
  unitId: number | null;
  /** Nothing is free: one joins the waiting list. */
  waits: boolean;
};

const WORDS = {
  FIRST: { title: '예약할까요?', confirm: '예약' },
  APPROVAL: { title: '예약을 신청할까요?', confirm: '신청' },
  LOTTERY: { title: '추첨에 신청할까요?', confirm: '신청' },
  WAITING: { title: '대기할까요?', confirm: '대기' },
} as const;

function wordsOf({ way, drawnAt }: BookingResource, waits: boolean) {
  if (waits) return WORDS.WAITING;
  return way === 'LOTTERY' && drawnAt !== null ? WORDS.FIRST : WORDS[way];
}

type ConfirmSheetProps = { detail: BookingDetail; choice: Choice; onClose: () => void };

/** The last question before a booking: when, and for how long. */
export function ConfirmSheet({ detail, choice, onClose }: ConfirmSheetProps) {
  const { resource, units } = detail;
  const { startsAt, ends, unitId, waits } = choice;
  const [endsAt, setEndsAt] = useState(ends[0]?.endsAt ?? '');
  const book = useBook();
  const words = wordsOf(resource, waits);
  const unitName = units.find(({ id }) => id === unitId)?.name ?? null;
  const onConfirm = () => {
    const body = { resourceId: resource.id, unitId, startsAt, endsAt, waits };
    book.mutate(body, { onSettled: onClose });
  };
  return (
    <Dialog
      open
      size="sm"
      title={words.title}
      onClose={onClose}
      dismissable={!book.isPending}
      footer={
        <DialogButtons
          confirmLabel={words.confirm}
          onConfirm={onConfirm}
          onCancel={onClose}
          pending={book.isPending}
        />
      }
    >
      <p className="font-semibold text-lg">
        <bdi>{unitLabel(resource.name, unitName)}</bdi>
      </p>
      <p className="text-ink-2 tabular-nums">
        {periodLabel({ span: resource.span, startsAt, endsAt })}
      </p>
      {ends.length > 1 && (
        <Field label="이용 시간" className="mt-4">
          <Select
            options={ends.map((end) => ({ value: end.endsAt, label: end.label }))}
            value={endsAt}
            onChange={({ target }) => setEndsAt(target.value)}
          />
        </Field>
      )}
      {waits && (
        <p className="mt-4 text-ink-3 text-md">
          {resource.offerMinutes === null
            ? '자리가 나면 차례대로 바로 예약되고 알려 드립니다.'
            : `자리가 나면 차례대로 알려 드립니다. ${resource.offerMinutes}분 안에 받아 주세요.`}
        </p>
      )}
    </Dialog>
  );
}
