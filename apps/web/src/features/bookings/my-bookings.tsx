import type { OwnBooking } from '@naru/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { BookingRow } from './booking-row.tsx';
import { cancelLabel, cancelQuestion, periodLabel, timeLabel, unitLabel } from './booking-words.ts';
import { mineQuery, useAccept, useCancel, useCheckIn } from './bookings.queries.ts';

/** Before the begin, from when on one checks in. */
const EARLY_MS = 10 * 60_000;

/** Own bookings: those to come, and below them the last ones on request. */
export function MyBookings() {
  const query = useQuery(mineQuery);
  const [showsPast, setShowsPast] = useState(false);
  const { data } = query;
  if (!data) {
    return (
      <Card as="section" aria-label="내 예약" className="overflow-hidden">
        <LoadState query={query} failed="내 예약을 불러오지 못했습니다." rows={2} />
      </Card>
    );
  }
  const { open, past } = data;
  return (
    <Card as="section" aria-label="내 예약" className="overflow-hidden">
      <div className="flex min-h-12 items-center justify-between gap-3 px-5 max-md:px-4">
        <h2 className="font-bold text-lg">
          내 예약 <span className="font-normal text-ink-3 text-md">{open.length}</span>
        </h2>
        {past.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={showsPast}
            onClick={() => setShowsPast(!showsPast)}
          >
            지난 예약 {past.length}
          </Button>
        )}
      </div>
      {open.length === 0 && (
        <p className="border-line border-t px-5 py-4 text-ink-3 text-md max-md:px-4">
          아직 예약이 없습니다. 아래에서 골라 주세요.
        </p>
      )}
      <Rows label="앞으로의 예약" bookings={open} />
      {showsPast && <Rows label="지난 예약" bookings={past} isPast />}
    </Card>
  );
}

type RowsProps = { label: string; bookings: readonly OwnBooking[]; isPast?: boolean };

function Rows({ label, bookings, isPast = false }: RowsProps) {
  return (
    <ul aria-label={label} className={isPast ? 'bg-deck' : ''}>
      {bookings.map((booking) => {
        const { id, resourceName, unitName, place, position, reason } = booking;
        const { offeredUntil, checkedInAt, checkInBy } = booking;
        const name = unitLabel(resourceName, unitName);
        const hints = [
          place,
          position !== null && `${position}번째 대기`,
          offeredUntil !== null && `${timeLabel(offeredUntil)}까지 받을 수 있음`,
          checkedInAt !== null && '체크인함',
          checkInBy !== null && `${checkInBy.slice(11, 16)}까지 체크인`,
          reason !== null && `사유: ${reason}`,
        ];
        return (
          <li key={id} className="border-line border-t">
            <BookingRow title={<bdi>{name}</bdi>} booking={booking} hints={hints}>
              {!isPast && <RowButtons booking={booking} name={name} />}
            </BookingRow>
          </li>
        );
      })}
    </ul>
  );
}

function RowButtons({ booking, name }: { booking: OwnBooking; name: string }) {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const [cancel, checkIn, accept] = [useCancel(), useCheckIn(), useAccept()];
  const { id, state, startsAt, checkInBy } = booking;
  const onCancel = async () => {
    const question = cancelQuestion(booking, now);
    if (question === null || (await confirmDialog(question))) cancel.mutate(booking);
  };
  const label = cancelLabel(booking, now);
  const mayCheckIn = checkInBy !== null && now >= Date.parse(startsAt) - EARLY_MS;
  return (
    <>
      {state === 'OFFERED' && (
        <Button variant="primary" pending={accept.isPending} onClick={() => accept.mutate(id)}>
          받기
        </Button>
      )}
      {mayCheckIn && (
        <Button variant="primary" pending={checkIn.isPending} onClick={() => checkIn.mutate(id)}>
          체크인
        </Button>
      )}
      <Button
        aria-label={`${name} ${periodLabel(booking)} ${label}`}
        pending={cancel.isPending}
        onClick={() => void onCancel()}
      >
        {label}
      </Button>
    </>
  );
}
